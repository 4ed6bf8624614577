# The site and its collector. All settings are read at run time.
#   docker build --tag embreve --build-arg COMMIT=$(git rev-parse --short=8 HEAD) .
FROM node:24-slim AS build
RUN mkdir /app && chown node:node /app
USER node
WORKDIR /app
COPY --chown=node package.json package-lock.json .npmrc ./
RUN npm ci
COPY --chown=node . .
ARG COMMIT=
# The package, beside the dependencies that the lockfile pins.
RUN npm run release \
  && npm prune --omit=dev \
  # The image has a Node of its own. npm keeps TypeScript for the types of Valibot.
  && rm -rf node_modules/.cache node_modules/kysely node_modules/node-linux-* node_modules/node-win-* \
    node_modules/typescript node_modules/@typescript \
  && tar -xzf embreve-*.tgz -C node_modules --exclude=package/node_modules \
  && mv node_modules/package node_modules/embreve

FROM node:24-slim
WORKDIR /app
COPY --from=build --chown=root /app/node_modules ./node_modules
RUN ln -s /app/node_modules/embreve/scripts/embreve.mjs /usr/local/bin/embreve
RUN mkdir --mode=700 /data && chown node:node /data
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "--eval", \
  "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--no-node-snapshot", "--max-semi-space-size=8", "--heap-growing-percent=100", "--expose-gc", "node_modules/embreve/server/main.mjs"]
