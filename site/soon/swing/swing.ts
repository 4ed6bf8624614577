import css from './swing.css?inline';
import { duration, keyframesOf, type Tracks } from './keyframes.ts';

/** Our pictures in which a bob can swing, with layers and tracks. An owner's own picture stays still. */
const stills = import.meta.glob<string>('../background/*.avif', {
  eager: true,
  query: '?url',
  import: 'default',
});
const layers = import.meta.glob<string>('./layers/*.avif', { eager: true, query: '?url', import: 'default' });
const tracks = import.meta.glob<Tracks>('./tracks/*.json', { import: 'default' });

type Scene = { name: string; size: [number, number]; images: HTMLImageElement[]; frames: Keyframe[][] };

/** Layers with the bob. */
const BOBS = ['far', 'rest', 'top'];

const loaded = new Map<string, Promise<Scene>>();
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** The element with the picture. */
const found = document.querySelector<HTMLElement>('[data-sky]');
if (found) arm(found);

/** Loads the layers; the bob swings to rest when the thanks appear. */
function arm(sky: HTMLElement): void {
  void sceneIn(sky);
  const watcher = new MutationObserver(begin);
  watcher.observe(document.body, { childList: true, subtree: true });
  begin();

  function begin() {
    if (!document.querySelector('[role=status] > *')) return;
    watcher.disconnect();
    void swing(sky);
  }
}

/** Without its layers the still stays. */
async function swing(sky: HTMLElement): Promise<void> {
  const stage = document.createElement('div');
  let shown = await sceneIn(sky);
  if (!shown) return;
  place();
  sky.append(stage);
  fill(stage, shown);
  const room = new CSSStyleSheet();
  room.replaceSync(css);
  document.adoptedStyleSheets.push(room);
  new ResizeObserver(() => void follow()).observe(sky);
  new MutationObserver(() => void follow()).observe(document.documentElement, {
    attributeFilter: ['data-theme'],
  });

  function place() {
    if (shown) Object.assign(stage.style, boxOf(sky, shown.size));
  }

  /** After a resize or a change of theme another picture may be shown: its bob is already at rest. */
  async function follow() {
    if (shown?.name !== nameOf(sky)) {
      stage.hidden = true;
      shown = await sceneIn(sky);
      if (!shown || shown.name !== nameOf(sky)) return;
      fill(stage, shown).forEach((animation) => animation.finish());
      stage.hidden = false;
    }
    place();
  }
}

function fill(stage: HTMLElement, { images, frames }: Scene): Animation[] {
  stage.replaceChildren(...images);
  return images.map((image, i) => image.animate(frames[i] ?? [], { duration, fill: 'both' }));
}

/** The layers for the current picture. Null: it must stay still, or a layer did not load. */
async function sceneIn(sky: HTMLElement): Promise<Scene | null> {
  const name = nameOf(sky);
  if (name === null) return null;
  const scene = loaded.get(name) ?? load(name, bobsOver(sky));
  loaded.set(name, scene);
  return scene.catch(() => null);
}

/** Which of our pictures is shown. Null: none, or nothing may move or load. */
function nameOf(sky: HTMLElement): string | null {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const isPaused = 'paused' in document.documentElement.dataset;
  if (isPaused || calm.matches || connection?.saveData || sky.getClientRects().length === 0) return null;
  const { backgroundImage } = getComputedStyle(sky, '::before');
  const file = Object.keys(stills).find((one) => backgroundImage.includes(stills[one] ?? one));
  return /bg-(.+)-\d/.exec(file ?? '')?.[1] ?? null;
}

/** The address of a layer with the bob in the accent of the owner; null if it is in ours. */
type BobAddress = ((layer: string) => string) | null;

/** The picture has such a bob over it, with an address that begins and ends as those of the layers do. */
function bobsOver(sky: HTMLElement): BobAddress {
  const { backgroundImage } = getComputedStyle(sky, '::before');
  const [, begin, end] = /"([^"]+\/bob-)[^"]+(\.[^".]+\.avif)"/.exec(backgroundImage) ?? [];
  return begin === undefined ? null : (layer) => begin + layer + end;
}

async function load(name: string, ofBob: BobAddress): Promise<Scene> {
  const track = await tracks[`./tracks/${name}.json`]?.();
  if (!track) throw new Error(`no swing in ${name}`);
  const parts = Object.entries(track.layers);
  const images = await Promise.all(
    parts.map(async ([part, { box }]) => {
      const image = new Image();
      const [left, top, width, height] = box.map((hundredths) => `${hundredths}%`);
      Object.assign(image.style, { position: 'absolute', transformOrigin: '0 0', left, top, width, height });
      const layer = `${name}-${part}`;
      image.src = (BOBS.includes(part) && ofBob?.(layer)) || (layers[`./layers/${layer}.avif`] ?? '');
      await image.decode();
      return image;
    }),
  );
  return { name, size: track.size, images, frames: parts.map(([part]) => keyframesOf(track, part)) };
}

/** The box of the whole picture that covers the sky. */
function boxOf(sky: HTMLElement, [width, height]: [number, number]) {
  const { backgroundPosition } = getComputedStyle(sky, '::before');
  const [across = 0, down = 0] = backgroundPosition.split(' ').map((part) => Number.parseFloat(part) / 100);
  const scale = Math.max(sky.clientWidth / width, sky.clientHeight / height);
  return {
    position: 'absolute',
    left: `${(sky.clientWidth - width * scale) * across}px`,
    top: `${(sky.clientHeight - height * scale) * down}px`,
    width: `${width * scale}px`,
    height: `${height * scale}px`,
  };
}
