import type { ReactNode } from 'react'
import { TypesetContent } from '@/components/math/typeset-content'
import type { TypesetText } from '@/lib/typesetting/typeset'

/** The text of a question, with its author below. */
export function QuestionText({
  text,
  children,
}: {
  text: TypesetText | null
  children: ReactNode
}) {
  return (
    <div className="min-w-0 wrap-anywhere">
      {text && (
        <div className="font-read text-excerpt font-text italic">
          <TypesetContent text={text} />
        </div>
      )}
      <p className="text-caption text-ink-3">{children}</p>
    </div>
  )
}
