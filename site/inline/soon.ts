// The inline script of each document of the Coming Soon page.
import { firstVisit } from '../routing/first-visit.ts';
import { togglePause } from '../soon/pause.ts';
import { attend } from '../subscribe/attend.ts';
import { formToken } from '../subscribe/form-token.ts';
import { sendForm } from '../subscribe/send.ts';
import { draw, toggleLanguage } from './draw.ts';
import { handOver } from './hand-over.ts';
import { begin } from './hold.ts';

// React imports these from here, so that each exists once: one token, one first visit, one request in flight.
// See `fromDocument` in scripts/build/vite.ts.
export * from '../errors/reload.ts';
export * from '../errors/typed.ts';
export * from '../language/choice.ts';
export * from '../routing/first-visit.ts';
export * from '../soon/pause.ts';
export * from '../subscribe/attend.ts';
export * from '../subscribe/form-token.ts';
export * from '../subscribe/send.ts';
export * from './hand-over.ts';
export * from './replay.ts';

function send(form: HTMLElement): void {
  if (handOver.status === 'sending') return;
  handOver.status = 'sending';
  handOver.answer = sendForm(form as HTMLFormElement);
  draw();
  void handOver.answer.then((isTaken) => {
    // React has seen the request in flight, and waits for it too.
    if (handOver.taken) return;
    const status = (handOver.status = isTaken ? 'done' : 'failed');
    draw();
    attend(status, form.querySelector('input'), document.querySelector('[role] p'));
  });
}

/** Does what the field does after hydration. */
function touch({ target }: Event): void {
  const { id, form } = target as HTMLInputElement;
  // A foreign form service asks for none, nor for a consent.
  if (id === 'email' && form?.['consent']) void formToken();
}

firstVisit();
for (const type of ['focusin', 'input']) addEventListener(type, touch);
begin({ language: toggleLanguage, send, pause: togglePause });
