import { DetailPart } from '@/components/answers/detail-part'
import { Typeset } from '@/components/math/typeset'
import { nameHidden } from '@/components/review/describe-review'
import { splitHref } from '@/components/review/split'
import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Page, PageTitle } from '@/components/ui/page'
import { SectionHead } from '@/components/ui/section-head'
import { formatCount, formatInstant } from '@/lib/platform/format'
import { typesetText } from '@/lib/problems/typeset-text'
import { nameRating } from '@/lib/review/write-rulings'
import { showWords } from './show-question'
import { AskWords } from './ask-words'
import { AffectedPart } from './affected-part'
import { describeRuling, nameKind } from './describe-questions'
import { DraftPart } from './draft-part'
import { addressQuestions, publishHref, type RulingReply } from './question'

/** One ruling: what holds, its worked example, the questions that it answers, and what is to be done next. */
export function RulingView({
  slug,
  ruling,
  errorTags,
}: {
  slug: string
  ruling: RulingReply
  /** Kinds of error that the project lists. */
  errorTags: readonly { tag: string; words: string }[]
}) {
  const isDraft = ruling.state === 'draft'
  return (
    <Page>
      <p className="pb-2 text-caption">
        <Link href={addressQuestions(slug, { show: 'rulings' })}>All rulings</Link>
      </p>
      <PageTitle
        title={
          <span className="wrap-anywhere">
            Ruling {ruling.ruling}: {ruling.heading}
          </span>
        }
        abstract={`${describeRuling(ruling)} By ${ruling.by}, ${formatInstant(ruling.createdAt)} UTC.`}
        actions={
          isDraft ? (
            <ButtonLink href={publishHref(slug)}>Publish with the guideline</ButtonLink>
          ) : (
            <ButtonLink href={`/projects/${slug}/guideline?version=${ruling.guidelineVersion}`}>
              Read version {ruling.guidelineVersion}
            </ButtonLink>
          )
        }
      />
      <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
        <div className="col-span-12 grid min-w-0 grid-cols-1 gap-12 wide:col-span-8">
          <RulingWords ruling={ruling} />
          {isDraft ? (
            <DraftPart key={ruling.ruling} slug={slug} ruling={ruling} />
          ) : (
            <AffectedPart slug={slug} ruling={ruling} errorTags={errorTags} />
          )}
        </div>
        <div className="col-span-12 wide:col-span-4">
          <Answered slug={slug} ruling={ruling} />
        </div>
      </div>
    </Page>
  )
}

function RulingWords({ ruling: { words, example } }: { ruling: RulingReply }) {
  return (
    <section aria-label="What holds" className="grid max-w-measure grid-cols-1 gap-4">
      <div className="text-reading">
        <Typeset text={typesetText(words)} />
      </div>
      {example && (
        <>
          <DetailPart title="Worked example: the problem">
            <Typeset text={typesetText(example.problem)} />
          </DetailPart>
          <DetailPart title={`Step ${example.step + 1}, as it was`}>
            <Typeset text={typesetText(example.text)} />
          </DetailPart>
          <DetailPart title={`Is to be rated ${nameRating(example.rating)}`}>
            <Typeset text={typesetText(example.why)} />
          </DetailPart>
        </>
      )}
    </section>
  )
}

function Answered({ slug, ruling: { asked, questions } }: { slug: string; ruling: RulingReply }) {
  return (
    <section aria-labelledby="answered">
      <SectionHead id="answered" title="Questions it answers">
        {formatCount(questions)}
      </SectionHead>
      {asked.length === 0 ? (
        <p className="border-t border-ink pt-2 text-ink-2">
          None: it was made from a step that nobody asked about.
        </p>
      ) : (
        <ul className="border-y border-ink">
          {asked.map((one) => (
            <li
              key={one.question}
              className="border-b border-rule py-1.5 wrap-anywhere last:border-b-0"
            >
              <AskWords said={showWords(one.words)}>
                {one.person ?? nameHidden}, {nameKind(one.kind, one.words)},{' '}
                <Link href={splitHref(slug, one.solution, one.step)}>
                  step {one.step + 1}
                  {one.externalId !== null && ` of ${one.externalId}`}
                </Link>
              </AskWords>
            </li>
          ))}
        </ul>
      )}
      {questions > asked.length && asked.length > 0 && (
        <p className="pt-2 text-caption text-ink-3">
          and {formatCount(questions - asked.length)} more
        </p>
      )}
    </section>
  )
}
