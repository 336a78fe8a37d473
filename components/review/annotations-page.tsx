import { nameOutcome, writeTime } from '@/components/own-work/describe-own-work'
import { shortenText } from '@/components/projects/shorten-text'
import { Link } from '@/components/ui/link'
import { Menu, MenuLink } from '@/components/ui/menu'
import { Page, PageTitle } from '@/components/ui/page'
import { SectionHead } from '@/components/ui/section-head'
import { typesetText } from '@/lib/problems/typeset-text'
import { reviewStates } from '@/lib/review/said-field'
import { nameHidden, stateWords } from './describe-review'
import { AnnotationBoard, type ShownAnnotation } from './annotation-board'
import {
  addressAnnotation,
  addressAnnotations,
  addressReview,
  type AnnotationFilter,
  type ReviewedAnnotations,
} from './review'
import { PersonMenu, pick } from './review-filter'
import type { RowKeys } from './use-lit-row'

interface AnnotationsPageProps {
  slug: string
  list: ReviewedAnnotations
  filter: AnnotationFilter
  isFurther: boolean
  keys: RowKeys
  people: readonly { user: string; name: string }[]
}

const excerptCharacters = 160

/** What people submitted, with where it stands in review: each can be opened, accepted or sent back. */
export function AnnotationsPage({
  slug,
  list,
  filter,
  isFurther,
  keys,
  people,
}: AnnotationsPageProps) {
  const { annotations, next } = list
  return (
    <Page>
      <p className="pb-2 text-caption">
        <Link href={addressReview(slug)}>Review</Link>
      </p>
      <PageTitle
        title="Annotations"
        abstract="What people submitted, newest first. Each can be accepted, or sent back with a comment; also where one person alone labelled a solution."
      />
      <section aria-labelledby="annotations">
        <SectionHead id="annotations" title="What was submitted" />
        <Filter {...{ slug, filter, people }} />
        {annotations.length > 0 ? (
          <AnnotationBoard
            key={annotations[0]?.annotation}
            list={annotations.map((row) => showAnnotation(slug, filter, row))}
            keys={keys}
          >
            <nav aria-label="Pages of the list" className="flex flex-wrap gap-x-4">
              {isFurther && (
                <Link href={addressAnnotations(slug, filter)}>
                  {filter.sample ? 'From the beginning' : 'Back to the newest'}
                </Link>
              )}
              {next !== null && (
                <Link href={addressAnnotations(slug, filter, next)}>
                  {filter.sample ? 'Next page' : 'Older'}
                </Link>
              )}
            </nav>
          </AnnotationBoard>
        ) : (
          <p className="border-t border-ink pt-3 text-strong text-ink-2">
            {filter.state || filter.person || filter.sample || isFurther ? (
              <>
                Nothing matches.{' '}
                <Link href={addressAnnotations(slug)}>Show all that was submitted</Link>
              </>
            ) : (
              'Nothing is submitted yet. What people label comes here.'
            )}
          </p>
        )}
      </section>
    </Page>
  )
}

function Filter({
  slug,
  filter,
  people,
}: Pick<AnnotationsPageProps, 'slug' | 'filter' | 'people'>) {
  const { state, person, sample } = filter
  return (
    <div className="pb-4 text-strong/7 text-ink-2">
      Annotations that{' '}
      <Menu trigger={nameFilter(state)} triggerClassName={pick}>
        {[undefined, ...reviewStates].map((each) => (
          <MenuLink
            key={each ?? 'any'}
            href={addressAnnotations(slug, { ...filter, state: each })}
            current={each === state}
          >
            {nameFilter(each)}
          </MenuLink>
        ))}
      </Menu>
      , by{' '}
      <PersonMenu
        {...{ people, person }}
        address={(chosen) => addressAnnotations(slug, { ...filter, person: chosen })}
      />
      ,{' '}
      <Menu trigger={sampleWords[sample ?? 'any']} triggerClassName={pick}>
        {([undefined, 'drawn'] as const).map((each) => (
          <MenuLink
            key={each ?? 'any'}
            href={addressAnnotations(slug, { ...filter, sample: each })}
            current={each === sample}
          >
            {sampleWords[each ?? 'any']}
          </MenuLink>
        ))}
      </Menu>
    </div>
  )
}

const sampleWords = { any: 'drawn for review or not', drawn: 'drawn for review' }

function nameFilter(state: AnnotationFilter['state']): string {
  if (state === undefined) return 'were submitted'
  return state === 'submitted' ? 'nobody has looked at' : `are ${stateWords[state]}`
}

function showAnnotation(
  slug: string,
  filter: AnnotationFilter,
  row: ReviewedAnnotations['annotations'][number],
): ShownAnnotation {
  const { annotation, state, finishReason, rated, stepCount, isDisputed, note, chance } = row
  const found =
    finishReason === null
      ? `${rated} of ${stepCount} steps rated`
      : nameOutcome(finishReason, rated)
  return {
    ...{ annotation, at: row.at },
    href: addressAnnotation(slug, annotation, filter),
    problem: shortenText(typesetText(row.problem), excerptCharacters),
    note: note === null ? null : typesetText(note),
    words: [found, isDisputed && 'another says otherwise', chance !== null && 'drawn for review']
      .filter((part) => part !== false)
      .join(', '),
    state: stateWords[state],
    person: row.person ?? nameHidden,
    time: writeTime(row.activeMs),
  }
}
