import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { focusField } from './focus.ts';

/** Puts the cursor into the field that the address asks for, as `hrefOf` writes it. `isRead`: it is there. */
export function useAsked(isRead: boolean): void {
  const search = useSearch();
  useEffect(() => {
    const asked = new URLSearchParams(search);
    const field = asked.get('field');
    if (isRead && field !== null) focusField(field, asked.get('at') ?? '');
  }, [isRead, search]);
}
