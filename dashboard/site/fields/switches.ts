import type { FactKey } from '#contract/content/facts.ts';

export type SwitchKey = Extract<FactKey, `hidden.${string}` | 'newsletter.welcome'>;

export function isSwitch(name: string): name is SwitchKey {
  return name.startsWith('hidden.') || name === 'newsletter.welcome';
}

/** What a switch says of its fact. What is hidden is off. */
export function switchOf(name: string, value: boolean) {
  if (name.startsWith('hidden.'))
    return { on: !value, word: value ? 'editor.hidden' : 'editor.shown' } as const;
  return { on: value, word: value ? 'settings.on' : 'settings.off' } as const;
}
