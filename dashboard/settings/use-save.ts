import { useEffect, useRef, useState, type FormEvent } from 'react';
import { toast } from '../parts/toasts.ts';
import { RequestError } from '../problem.ts';
import { useWords } from '../words.ts';

/**
 * A form that says when it is saved. `save`: whether it is; false: what is wrong is beside its field, and the first
 * such field takes the focus, which reads it out.
 */
export function useSave(save: () => Promise<boolean>, onSaved?: () => void) {
  const { t } = useWords();
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [refusals, setRefusals] = useState(0);
  const form = useRef<Element | null>(null);
  useEffect(() => {
    if (refusals === 0) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    first?.focus();
    // It may have it already.
    first?.scrollIntoView({ block: 'nearest' });
  }, [refusals]);
  async function run() {
    setProblem(null);
    try {
      if (!(await save())) setRefusals((before) => before + 1);
      else if (onSaved) onSaved();
      else toast(t('delivery.saved'));
    } catch (error) {
      setProblem(error instanceof RequestError ? error : new RequestError('internal'));
    }
  }
  return {
    problem,
    run: () => void run(),
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      form.current = event.currentTarget;
      void run();
    },
  };
}
