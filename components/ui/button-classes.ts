import { joinClasses } from './join-classes'

export type ButtonTone = 'primary' | 'plain'

const toneClasses = {
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover',
  plain: 'border-line bg-surface text-ink hover:bg-wash hover:text-ink',
  disabled: 'border-rule bg-transparent text-ink-3',
} satisfies Record<ButtonTone | 'disabled', string>

const baseClasses =
  'inline-flex h-8 max-w-full items-center justify-center gap-2 rounded-control border px-3 font-label ' +
  'whitespace-nowrap no-underline transition-colors'

export const getButtonClasses = (tone: ButtonTone | 'disabled') =>
  joinClasses(baseClasses, toneClasses[tone])
