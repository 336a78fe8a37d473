import type { ReactNode } from 'react'
import { Typeset } from '@/components/math/typeset'
import type { TypesetText } from '@/lib/problems/typeset'

/** What somebody asked, in their own words, and under it who. */
export function AskWords({ said, children }: { said: TypesetText | null; children: ReactNode }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      {said && (
        <div className="font-read text-excerpt font-text italic">
          <Typeset text={said} />
        </div>
      )}
      <p className="text-caption text-ink-3">{children}</p>
    </div>
  )
}
