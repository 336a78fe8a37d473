import type { PlainTextReason, PlainTextBlock } from '@/lib/typesetting/typeset'

const notices = {
  long: 'Shown as plain text: too long to typeset.',
  slow: 'Shown as plain text: takes too long to typeset.',
  cut: 'Only the beginning of this text is shown: too long for a page.',
  formulas: 'Some formulas are shown as source: too many to typeset.',
} satisfies Record<PlainTextReason, string>

/** Text that was not typeset, and why. */
export function UntypesetTextWithReason({ plain: { text, reason } }: { plain: PlainTextBlock }) {
  return (
    <div>
      <p className="font-ui text-caption text-ink-3">{notices[reason]}</p>
      {text !== '' && <p className="[overflow-wrap:anywhere] whitespace-pre-wrap">{text}</p>}
    </div>
  )
}
