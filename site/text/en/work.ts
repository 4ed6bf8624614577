/** Words of a case’s page. */
export const work = {
  all: 'Work',
  asked: 'Asked',
  done: 'Done',
  since: 'Since',
  next: 'Next',
};

export type WorkText = typeof work;
