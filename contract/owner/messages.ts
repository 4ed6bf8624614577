import type { ContactValues } from '#contract/contact.ts';
import type { Language } from '#contract/language.ts';

export const MESSAGE_LISTS = ['all', 'unread', 'unanswered', 'held'] as const;
export type MessageListName = (typeof MESSAGE_LISTS)[number];

/** The marks of a message. An answered message is also read, and an unread one is not answered. */
export const MESSAGE_MARKS = ['unread', 'read', 'answered', 'unanswered'] as const;
export type MessageMark = (typeof MESSAGE_MARKS)[number];

/** A row of the list. `held`: suspected spam, and none of the other states. */
export type MessageLine = {
  id: number;
  name: string;
  /** The beginning, on one line. */
  begins: string;
  /** Milliseconds since 1970, like all times here. */
  at: number;
  state: 'unread' | 'read' | 'answered' | 'held';
};

/** Newest first. `next`: the `before` of the next page; null at the end. */
export type MessageList = MessageCounts & { messages: MessageLine[]; next: number | null };

export type MessageCounts = { unread: number; held: number };

export type WholeMessage = ContactValues &
  Pick<MessageLine, 'id' | 'at' | 'state'> & { language: Language; answeredAt: number | null };

/** `mailed`: whether there is an owner's address to mail it to. */
export type MessageReleased = { mailed: boolean };
