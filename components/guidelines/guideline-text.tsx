import { TypesetContent } from '@/components/math/typeset-content'
import { TypesetInlineContent } from '@/components/math/typeset-inline-content'
import type { TypesetBlock, TypesetText } from '@/lib/typesetting/typeset'

type Heading = Extract<TypesetBlock, { kind: 'heading' }>

/** A longer table of contents would be useless and slow the page down. */
const maxSections = 100

/** Top-level headings for the table of contents, the first ones only. */
export function listGuidelineSections(text: TypesetText): { id: string; name: string }[] {
  const topLevel = findTopLevel(text)
  const sections = text.flatMap((block, index) =>
    block.kind === 'heading' && block.level === topLevel
      ? [{ id: makeSectionId(index), name: getHeadingText(block) }]
      : [],
  )
  return sections.slice(0, maxSections)
}

/** The guideline, with its headings rendered as h2 and h3. */
export function GuidelineText({ text }: { text: TypesetText }) {
  const topLevel = findTopLevel(text)
  return (
    <div className="grid grid-cols-1 gap-4 text-reading">
      {text.map((block, index) =>
        block.kind === 'heading' ? (
          <SectionHeading
            key={index}
            id={makeSectionId(index)}
            heading={block}
            topLevel={topLevel}
          />
        ) : (
          // Smaller text in tables, so that three columns fit.
          <div key={index} className={block.kind === 'table' ? 'text-excerpt' : undefined}>
            <TypesetContent text={[block]} />
          </div>
        ),
      )}
    </div>
  )
}

function SectionHeading({
  id,
  heading,
  topLevel,
}: {
  id: string
  heading: Heading
  topLevel: number
}) {
  if (heading.level <= topLevel)
    return (
      <h2 id={id} className="pt-6 first:pt-0">
        <TypesetInlineContent pieces={heading.pieces} />
      </h2>
    )
  return (
    <h3 id={id} className="pt-2 font-ui text-strong">
      <TypesetInlineContent pieces={heading.pieces} />
    </h3>
  )
}

const makeSectionId = (index: number) => `section-${index}`

function findTopLevel(text: TypesetText): number {
  return Math.min(6, ...text.map((block) => (block.kind === 'heading' ? block.level : 6)))
}

function getHeadingText({ pieces }: Heading): string {
  return pieces.map((piece) => (piece.kind === 'formula' ? piece.source : piece.text)).join('')
}
