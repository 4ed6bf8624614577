import type { MustCode } from '#contract/content/problems.ts';

// What an SVG of an owner may hold (https://www.w3.org/TR/SVG2/).

const list = (names: string) => names.trim().split(/\s+/);

/** Elements that are drawn, or that drawn ones refer to, and what each becomes. */
export const KEPT: ReadonlyMap<string, string> = new Map([
  ...list(`
    svg g defs use path rect circle ellipse line polyline polygon
    linearGradient radialGradient stop pattern clipPath mask marker filter
    feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
    feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode
    feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  `).map((name): [string, string] => [name, name]),
  // Nobody follows a link in a picture.
  ['a', 'g'],
  ['switch', 'g'],
  ['symbol', 'svg'],
]);

/** Elements that browsers show or that a script is in, and why they cannot stay. Any other is not shown, and is left out. */
export const REFUSED: ReadonlyMap<string, MustCode> = new Map([
  ['script', 'logo-unsafe'],
  ...list('image feImage').map((name): [string, MustCode] => [name, 'logo-pixels']),
  ...list('text tspan textPath tref altGlyph flowRoot foreignObject').map((name): [string, MustCode] => [
    name,
    'logo-text',
  ]),
  ...list('animate animateColor animateMotion animateTransform discard mpath set').map(
    (name): [string, MustCode] => [name, 'logo-moves'],
  ),
]);

/** Attributes, which may be written as styles, too. */
export const ATTRIBUTES: ReadonlySet<string> = new Set(
  list(`
    id d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height points pathLength viewBox preserveAspectRatio
    transform transform-origin transform-box
    fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
    stroke-dasharray stroke-dashoffset vector-effect paint-order opacity color display visibility overflow
    clip clip-path clip-rule mask mask-type filter color-interpolation color-interpolation-filters shape-rendering
    stop-color stop-opacity offset gradientUnits gradientTransform spreadMethod
    patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits
    marker marker-start marker-mid marker-end markerUnits markerWidth markerHeight refX refY orient
    filterUnits primitiveUnits flood-color flood-opacity lighting-color in in2 result mode operator k1 k2 k3 k4
    type values tableValues slope intercept amplitude exponent stdDeviation edgeMode radius scale order
    kernelMatrix kernelUnitLength divisor bias targetX targetY preserveAlpha xChannelSelector yChannelSelector
    baseFrequency numOctaves seed stitchTiles azimuth elevation surfaceScale diffuseConstant specularConstant
    specularExponent limitingConeAngle pointsAtX pointsAtY pointsAtZ z
  `),
);

/** Styles that have no attribute. */
export const STYLED: ReadonlySet<string> = new Set(['mix-blend-mode', 'isolation']);
