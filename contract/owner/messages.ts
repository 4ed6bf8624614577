import type { ContactFields } from '#contract/contact.ts';
import type { Language } from '#contract/language.ts';

export const MESSAGE_LISTS = ['all', 'unread', 'held'] as const;
export type MessageListName = (typeof MESSAGE_LISTS)[number];

/** A line of the list. `held`: kept back as a robot's; such a one is neither read nor unread. */
export type MessageLine = {
  id: number;
  name: string;
  /** One line of its beginning. */
  begins: string;
  /** Milliseconds since 1970, as all times here. */
  at: number;
  state: 'unread' | 'read' | 'held';
};

/** The newest first. `next`: what `before` has to be for the rest; null at the end. */
export type MessageList = MessageCounts & { messages: MessageLine[]; next: number | null };

export type MessageCounts = { unread: number; held: number };

export type WholeMessage = ContactFields & Pick<MessageLine, 'id' | 'at' | 'state'> & { language: Language };

/** `mailed`: whether there is an owner's address that its mail goes to. */
export type MessageReleased = { mailed: boolean };
