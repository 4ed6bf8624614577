# The site and its collector. All settings are read at run time.
#   docker build --tag embreve .
FROM node:24-slim AS build
RUN mkdir /app && chown node:node /app
USER node
WORKDIR /app
COPY --chown=node package.json package-lock.json .npmrc ./
RUN npm ci
COPY --chown=node . .
# Compiled here, by the user who runs it: Node does not use what others have compiled.
ENV NODE_COMPILE_CACHE=/app/.compiled
RUN node --conditions=bundled --no-node-snapshot --max-semi-space-size=8 --heap-growing-percent=100 --expose-gc scripts/build.ts \
  && npm prune --omit=dev \
  # The image has a Node of its own.
  && rm -rf node_modules/node-linux-* node_modules/node-win-*

FROM node:24-slim
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/.compiled ./.compiled
COPY --from=build /app/.program ./.program
COPY --from=build /app/contract ./contract
COPY --from=build /app/publisher ./publisher
COPY --from=build /app/server ./server
COPY --from=build /app/cli ./cli
COPY --from=build /app/dist ./dist
RUN mkdir --mode=700 /data && chown node:node /data
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/app/.compiled MALLOC_ARENA_MAX=2
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "--eval", \
  "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--conditions=bundled", "--no-node-snapshot", "--max-semi-space-size=8", "--heap-growing-percent=100", "--expose-gc", "server/main.ts"]
