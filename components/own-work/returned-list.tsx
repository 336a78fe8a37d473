import { Typeset } from '@/components/math/typeset'
import { shortenText } from '@/components/projects/shorten-text'
import { ButtonLink } from '@/components/ui/button'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import { typesetText } from '@/lib/problems/typeset-text'
import type { OwnWork } from './own-work'

const excerptCharacters = 160

/** What came back, and why. The queue serves these before anything else, so one button is for all of them. */
export function ReturnedList({ slug, returned }: { slug: string; returned: OwnWork['returned'] }) {
  if (returned.length === 0) return null
  return (
    <section aria-labelledby="returned" className="pb-12">
      <SectionHead id="returned" title="Came back to you">
        You are served {returned.length === 1 ? 'this' : 'these'} before anything new
      </SectionHead>
      <Table aria-labelledby="returned">
        <thead>
          <tr>
            <HeadCell>Problem, and why it came back</HeadCell>
            <HeadCell className="max-desk:hidden">Since, UTC</HeadCell>
          </tr>
        </thead>
        <tbody>
          {returned.map(({ solution, problem, note, returnedAt }) => (
            <tr key={solution}>
              <Cell className="pt-2 pb-2.5 wrap-anywhere">
                <div className="font-read text-excerpt font-text">
                  <Typeset text={shortenText(typesetText(problem), excerptCharacters)} />
                </div>
                {note && (
                  <div className="pt-1 font-read text-excerpt font-text text-ink-2 italic">
                    <Typeset text={typesetText(note)} />
                  </div>
                )}
              </Cell>
              <Cell className="pt-2 whitespace-nowrap text-ink-2 max-desk:hidden">
                {formatInstant(returnedAt)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="pt-4">
        <ButtonLink href={`/projects/${slug}/label`}>
          {returned.length === 1 ? 'Label it again' : 'Label them again'}
        </ButtonLink>
      </p>
    </section>
  )
}
