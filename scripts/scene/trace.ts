import { fractal, type Random } from './noise.ts';
import { uprightOn, type Ground } from './ground.ts';
import { sandHides, toBob, toSand, toWire } from './objects.ts';
import { BOB, type SceneTheme } from './shots.ts';
import { add, clamp, cross, dot, smooth, unit, type Vec } from './vectors.ts';

export type ScenePart = 'sand' | 'bob' | 'wire';

export type Scene = {
  ground: Ground;
  theme: SceneTheme;
  bob: Vec;
  /** The origin of the slit of light. */
  lit: Vec;
  lean: Vec;
  haze: [near: number, far: number];
  /** The parts visible to the camera. */
  seen: ScenePart[];
  /** Whether the bob and its wire cast shadows. */
  casts: boolean;
};

/** What a ray sees: its colour, and how much haze covers it (0 to 1). Null: nothing. */
type Sight = { colour: Vec; haze: number } | null;

/** The direction of the light; `beside` and `above` are perpendicular to it. */
type Light = { light: Vec; beside: Vec; above: Vec; level: number };

type LitScene = Scene & Light;

/** Returns a function that traces one ray. */
export function tracerOf(scene: Scene): (from: Vec, ray: Vec, random: Random) => Sight {
  const lit = { ...scene, ...lightOf(scene.theme) };
  return (from, ray, random) => sightAlong(lit, from, ray, random);
}

function lightOf({ sun }: SceneTheme): Light {
  const azimuth = (sun.azimuth * Math.PI) / 180;
  const elevation = (sun.elevation * Math.PI) / 180;
  const level = Math.cos(elevation);
  const light = unit([Math.sin(azimuth) * level, Math.sin(elevation), Math.cos(azimuth) * level]);
  const beside = unit([light[2], 0, -light[0]]);
  return { light, beside, above: cross(light, beside), level };
}

function sightAlong(scene: LitScene, from: Vec, ray: Vec, random: Random): Sight {
  const { ground, bob, lean, seen, haze } = scene;
  const none = Number.POSITIVE_INFINITY;
  const distance = (part: ScenePart, far: () => number) => {
    const t = seen.includes(part) ? far() : -1;
    return t > 0 ? t : none;
  };
  const sandFar = distance('sand', () => toSand(ground, from, ray));
  const bobFar = distance('bob', () => toBob(bob, from, ray));
  const wireFar = distance('wire', () => toWire(bob, lean, from, ray));
  const near = Math.min(sandFar, bobFar, wireFar);
  if (near === none) return null;
  const place = add(from, ray, near);
  if (near === bobFar) return { colour: bobAtPlace(scene, place, ray, random), haze: 0 };
  if (near === wireFar) return { colour: wireAt(scene, place[1]), haze: smooth(0.9, 2.9, place[1]) * 0.86 };
  return { colour: sandAt(scene, place, random), haze: smooth(haze[0], haze[1], near) };
}

/** A random direction to the sun's disc: shadows are soft. */
function toSun({ theme, light, beside, above }: LitScene, random: Random): Vec {
  const radius = Math.sqrt(random()) * theme.sun.size;
  const turn = random() * 6.2832;
  return unit(add(add(light, beside, radius * Math.cos(turn)), above, radius * Math.sin(turn)));
}

/** How much of the slit's light reaches a place. */
function slitAt({ theme, lit, light, level }: LitScene, x: number, z: number): number {
  const { slit } = theme;
  const dx = x - lit[0];
  const dz = z - lit[2];
  const across = (dx * light[2] - dz * light[0]) / level;
  const along = (dx * light[0] + dz * light[2]) / level;
  const [from, full, until, to] = slit.across;
  const part =
    smooth(from, full, across) *
    (1 - smooth(until, to, across)) *
    smooth(slit.along[0], slit.along[1], along);
  return slit.floor + (1 - slit.floor) * part;
}

function isShaded({ ground, bob, lean, casts }: LitScene, place: Vec, ray: Vec): boolean {
  if (casts && (toBob(bob, place, ray) > 0 || toWire(bob, lean, place, ray) > 0)) return true;
  return sandHides(ground, place, ray);
}

/** How much of the sky a place sees: less in a valley, and less beside the bob. */
function openness({ ground, bob, casts }: LitScene, [x, y, z]: Vec, upright: Vec): number {
  const e = 0.055;
  const around = (ground(x + e, z) + ground(x - e, z) + ground(x, z + e) + ground(x, z - e)) / 4;
  const valley = clamp(1 - (around - y) * 13, 0.42, 1.08);
  if (!casts) return valley;
  const way = add(bob, [x, y, z], -1);
  const apart = dot(way, way);
  return valley * (1 - (clamp(dot(way, upright) / Math.sqrt(apart)) * BOB * BOB) / apart);
}

function sandAt(scene: LitScene, place: Vec, random: Random): Vec {
  const { sun, sky, bounce, sand } = scene.theme;
  const [x, y, z] = place;
  const upright = uprightOn(scene.ground, x, z);
  const ray = toSun(scene, random);
  const facing = clamp(dot(upright, ray));
  const direct = facing > 0 && !isShaded(scene, [x, y + 0.0012, z], ray) ? facing ** 0.86 : 0;
  const beam = slitAt(scene, x, z);
  const open = openness(scene, place, upright);
  const tint = 0.96 + 0.08 * (fractal(x * 3, z * 3, 2) + 0.5);
  const near = scene.casts ? glowAt(scene, place, upright) : 0;
  return ofChannels((c) => {
    const glow = scene.theme.bob[c] * sun.colour[c] * near;
    return (
      sand[c] * tint * (sun.colour[c] * direct * beam + (sky[c] + bounce[c] * (0.3 + beam)) * open + glow)
    );
  });
}

/** The light that the lit side of the bob throws on the sand beside it, as a part of the sun's. */
function glowAt(scene: LitScene, place: Vec, upright: Vec): number {
  const { bob, light, theme } = scene;
  const way = add(bob, place, -1);
  const apart = dot(way, way);
  const facing = clamp(dot(way, upright) / Math.sqrt(apart));
  const lit = clamp(0.35 - (0.65 * dot(way, light)) / Math.sqrt(apart));
  return (theme.glow * facing * lit * slitAt(scene, bob[0], bob[2]) * BOB * BOB) / apart;
}

function skyAt({ theme: { sky, sun }, light }: LitScene, ray: Vec): Vec {
  const near = clamp(dot(ray, light));
  const high = 0.35 + 0.65 * clamp(ray[1] * 1.5);
  return ofChannels((c) => sky[c] * high * 1.25 + sun.colour[c] * (0.055 * near ** 6 + 0.4 * near ** 90));
}

/** The sky and sand reflected in the bob's satin glaze. */
function reflected(scene: LitScene, place: Vec, normal: Vec, ray: Vec, random: Random): Vec {
  const mirror = add(ray, normal, -2 * dot(ray, normal));
  const blur = () => (random() - 0.5) * 0.16;
  const way = unit([mirror[0] + blur(), mirror[1] + blur(), mirror[2] + blur()]);
  if (way[1] > 0) return skyAt(scene, way);
  const from = add(place, normal, 0.004);
  const far = toSand(scene.ground, from, way);
  return far > 0 ? sandAt(scene, add(place, way, far), random) : skyAt(scene, [way[0], 0.02, way[2]]);
}

function bobAtPlace(scene: LitScene, place: Vec, ray: Vec, random: Random): Vec {
  const { theme, bob, light } = scene;
  const { sun, sky, bounce, sand } = theme;
  const normal = add([0, 0, 0], add(place, bob, -1), 1 / BOB);
  const beam = slitAt(scene, place[0], place[2]);
  const facing = clamp(dot(normal, light));
  const mirror = reflected(scene, place, normal, ray, random);
  const glaze = 0.045 + 0.955 * (1 - clamp(-dot(ray, normal))) ** 5;
  // Light reflected by the lit sand below.
  const below =
    clamp(0.5 - 0.5 * normal[1]) *
    slitAt(scene, bob[0] + normal[0] * 0.55, bob[2] + normal[2] * 0.55) *
    clamp(0.35 + 0.65 * (normal[0] * light[0] + normal[2] * light[2])) *
    clamp((place[1] - bob[1] + BOB) / (BOB * 0.55), 0.15);
  const half = unit(add(light, ray, -1));
  const gleam = facing > 0 ? clamp(dot(half, normal)) ** 120 * 1.1 * beam : 0;
  return ofChannels((c) => {
    const lit =
      sun.colour[c] * (facing * beam + sand[c] * light[1] * below * 1.5) +
      sky[c] * (0.5 + 0.5 * normal[1]) * 1.1 +
      bounce[c];
    return theme.bob[c] * lit + glaze * mirror[c] * theme.gloss + sun.colour[c] * gleam;
  });
}

/** A thin cylinder that catches the sun along one side, and fades towards the top. */
function wireAt(scene: LitScene, y: number): Vec {
  const { sun, sky, sand, wire } = scene.theme;
  const high = 1 - 0.72 * clamp((y - 0.4) / 2.2);
  const beam = slitAt(scene, scene.bob[0], scene.bob[2]);
  return ofChannels((c) => sand[c] * (sky[c] * 0.7 + sun.colour[c] * 0.16 * beam * high) * wire);
}

function ofChannels(one: (channel: 0 | 1 | 2) => number): Vec {
  return [one(0), one(1), one(2)];
}
