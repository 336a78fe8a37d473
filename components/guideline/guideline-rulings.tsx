import type { ReactNode } from 'react'
import { LinkButton } from '@/components/ui/link-button'
import { removeRuling, type RulingText } from '@/lib/review/write-rulings'
import type { GuidelineEditorState } from './use-guideline-editor'

/** Rulings that are published with the text, by their headings in it, and those that wait for a later one. */
export function GuidelineRulings({ editor }: { editor: GuidelineEditorState }) {
  const { said, unsaid, draft } = editor
  if (said.length + unsaid.length === 0) return null
  return (
    <section aria-label="Rulings" className="grid gap-2">
      {said.length > 0 && (
        <>
          <p className="font-label">Published with this version</p>
          <ul className="border-y border-ink">
            {said.map((ruling) => (
              <RulingLine key={ruling.ruling} ruling={ruling}>
                {removeRuling(draft.text, ruling) === draft.text ? (
                  <span className="text-ui text-ink-3">
                    changed by you; without its heading in the text it waits
                  </span>
                ) : (
                  <LinkButton className="text-ui" onClick={() => editor.takeOut(ruling)}>
                    Leave it out
                  </LinkButton>
                )}
              </RulingLine>
            ))}
          </ul>
        </>
      )}
      {unsaid.length > 0 && (
        <>
          <p className="font-label">Not in the text: these wait for a later version</p>
          <ul className="border-y border-ink">
            {unsaid.map((ruling) => (
              <RulingLine key={ruling.ruling} ruling={ruling}>
                <LinkButton className="text-ui" onClick={() => editor.putIn(ruling)}>
                  Put it in
                </LinkButton>
              </RulingLine>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function RulingLine({ ruling, children }: { ruling: RulingText; children: ReactNode }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 border-b border-rule py-1.5 last:border-b-0">
      <span className="min-w-0 wrap-anywhere">
        Ruling {ruling.ruling}: {ruling.heading}
      </span>
      {children}
    </li>
  )
}
