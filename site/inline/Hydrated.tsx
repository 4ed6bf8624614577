import { useEffect } from 'react';
import { typedFields } from '../errors/typed.ts';
import { handOver } from './hand-over.ts';
import { replay } from './replay.ts';

const before = typedFields();

/** Replays held actions. One per task, in order: each result renders before the next is read. */
async function answer(): Promise<void> {
  dispatchEvent(new Event('hydrated'));
  delete document.documentElement.dataset['alone'];
  keepTypedText();
  for (const element of handOver.letGo()) {
    replay(element);
    await new Promise((done) => setTimeout(done));
  }
}

/** On a page translated by the browser React has rendered everything again. */
function keepTypedText(): void {
  typedFields().forEach((now, place) => {
    const text = before[place]?.value;
    if (now.value || !text) return;
    now.value = text;
    now.focus();
  });
}

export function Hydrated() {
  useEffect(() => void answer(), []);
  return null;
}
