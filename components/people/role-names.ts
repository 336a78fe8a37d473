import type { Role } from '@/components/projects/project'

/** What each role may do here, in the order of what they may. */
export const roleChoices = [
  { value: 'annotator', label: 'annotator', hint: 'Labels solutions.' },
  {
    value: 'reviewer',
    label: 'reviewer',
    hint: 'Also reviews and adjudicates, and sees the queue and people.',
  },
  { value: 'admin', label: 'admin', hint: 'Also manages data, people and settings.' },
] as const satisfies readonly { value: Role; label: string; hint: string }[]
