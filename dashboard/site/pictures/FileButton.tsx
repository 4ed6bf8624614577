import { useRef, type ReactNode } from 'react';
import hidden from '#ui/hidden.module.css';
import { SmallButton, TextButton } from '../../parts/Button.tsx';
import type { Wanted } from './check-file.ts';

const ACCEPT: Record<Wanted['is'], string> = {
  picture: 'image/jpeg,image/png,image/webp,image/avif',
  logo: 'image/svg+xml,image/png',
  book: 'application/pdf,application/epub+zip,.epub',
};

type Props = {
  wanted: Wanted;
  onFile: (file: File) => void;
  look?: 'small' | 'text';
  label?: string;
  children: ReactNode;
};

/** Opens the list of files. `label`: where the words alone say too little. */
export function FileButton({ wanted, onFile, look = 'text', label, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const Press = look === 'small' ? SmallButton : TextButton;
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPT[wanted.is]}
        className={hidden.hidden}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file may be chosen again.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Press aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Press>
    </>
  );
}
