import type { ContactFields } from '#contract/contact.ts';
import type { Language } from '#contract/language.ts';

export const MESSAGE_LISTS = ['all', 'unread', 'unanswered', 'held'] as const;
export type MessageListName = (typeof MESSAGE_LISTS)[number];

/** What an owner says of a message. One that is answered is read, too, and one that is unread is not answered. */
export const MESSAGE_MARKS = ['unread', 'read', 'answered', 'unanswered'] as const;
export type MessageMark = (typeof MESSAGE_MARKS)[number];

/** A line of the list. `held`: kept back as a robot's; such a one is none of the others. */
export type MessageLine = {
  id: number;
  name: string;
  /** One line of its beginning. */
  begins: string;
  /** Milliseconds since 1970, as all times here. */
  at: number;
  state: 'unread' | 'read' | 'answered' | 'held';
};

/** The newest first. `next`: what `before` has to be for the rest; null at the end. */
export type MessageList = MessageCounts & { messages: MessageLine[]; next: number | null };

export type MessageCounts = { unread: number; held: number };

export type WholeMessage = ContactFields &
  Pick<MessageLine, 'id' | 'at' | 'state'> & { language: Language; answeredAt: number | null };

/** `mailed`: whether there is an owner's address that its mail goes to. */
export type MessageReleased = { mailed: boolean };
