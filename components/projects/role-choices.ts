import type { Role } from './project'

/** Roles by increasing permissions. */
export const roleChoices = [
  { value: 'annotator', label: 'annotator', hint: 'Labels solutions.' },
  {
    value: 'reviewer',
    label: 'reviewer',
    hint: 'Also reviews and adjudicates, and sees the queue and people.',
  },
  { value: 'admin', label: 'admin', hint: 'Also manages data, people and settings.' },
] as const satisfies readonly { value: Role; label: string; hint: string }[]
