import { useState, type FormEvent } from 'react';
import { toast } from '../parts/toasts.ts';
import { Problem } from '../problem.ts';
import { useWords } from '../words.ts';

/** A form that says when it is saved. `save`: whether it is; false: what is wrong stands beside its field. */
export function useSave(save: () => Promise<boolean>) {
  const { t } = useWords();
  const [problem, setProblem] = useState<Problem | null>(null);
  async function run() {
    setProblem(null);
    try {
      if (await save()) toast(t('delivery.saved'));
    } catch (error) {
      setProblem(error instanceof Problem ? error : new Problem('internal'));
    }
  }
  return {
    problem,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void run();
    },
  };
}
