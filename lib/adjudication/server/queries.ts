import { findDisagreement } from '@/lib/agreement/disagreement'
import {
  countDisagreements,
  findMaxDisagreedSolutionScore,
  findNextDisagreement,
  listDisagreementRows,
} from '@/lib/agreement/server/disagreements.sql'
import type { Explanation } from '@/lib/annotations/content'
import {
  toRevealedOptionsReply,
  findAlternativesAndRequestedExplanations,
} from '@/lib/annotations/server/reveal-options'
import { makeSolutionNotFoundError } from '@/lib/annotations/server/solution-errors'
import { query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import type { ReplyOf } from '@/lib/platform/contract'
import { cutPage } from '@/lib/platform/cut-page'
import { AppError } from '@/lib/platform/errors'
import { describeAnnotationContent } from '@/lib/reviews/server/describe-annotation-content'
import {
  stepChoiceAdjudicationRefusalMessage,
  describeReviewedAnnotation,
  describeReviewedSolution,
} from '@/lib/reviews/server/describe-reviewed-annotation'
import {
  type ComparedAnnotationRow,
  findReviewedSolution,
  listAnnotationsToCompare,
  makeReviewScope,
} from '@/lib/reviews/server/reviewed-annotations.sql'
import { readStepIds } from '@/lib/steps/step-revision'
import { typesetReply } from '@/lib/typesetting/server/typeset-reply'
import {
  compareAnnotationsContract,
  getErrorOptionsContract,
  listAdjudicationsContract,
  listDisagreementsContract,
} from '../contract'
import {
  findCurrentAdjudication,
  listAdjudicationRows,
  type CurrentAdjudication,
} from './adjudications.sql'

export const listDisagreements = query(listDisagreementsContract, {
  action: 'review.read',
  scope: 'project',
  async run({ db, project }, { kind, person, otherPerson, after, limit }) {
    const people = [person, otherPerson].filter((user) => user !== undefined)
    if (people.length > 0 && project.hidesAnnotatorNames)
      throw new AppError(
        'forbidden',
        'This project hides annotators until adjudication, so you can’t filter disagreements by annotator.',
      )
    const filter = { kind, people }
    const rows = await listDisagreementRows(db, project.id, filter, {
      cursor: after === undefined ? null : parseCursor(after),
      limit: limit + 1,
      showsNames: !project.hidesAnnotatorNames,
    })
    const { page, next } = cutPage(rows, limit, (row) => `${row.priority}_${row.solution}`)
    return {
      count: await countDisagreements(db, project.id, filter),
      highestScore: await findMaxDisagreedSolutionScore(db, project.id),
      disagreements: page,
      next,
    }
  },
})

export const listAdjudications = query(listAdjudicationsContract, {
  action: 'review.read',
  scope: 'project',
  async run({ db, project }, { after, limit }) {
    const rows = await listAdjudicationRows(db, project.id, { after, limit: limit + 1 })
    const { page, next } = cutPage(rows, limit, ({ cursor }) => cursor)
    return {
      adjudications: page.map(({ cursor: _, at, ...row }) => ({ ...row, at: at.toISOString() })),
      next,
    }
  },
})

export const compareAnnotations = query(compareAnnotationsContract, {
  action: 'review.read',
  scope: 'project',
  async run({ actor, db, project }, { solution, kind, around }) {
    const { userId } = requirePerson(actor)
    const solutionKey = { projectId: project.id, solutionId: solution }
    const details = await findReviewedSolution(db, solutionKey)
    if (!details) throw makeSolutionNotFoundError()
    const current = await findCurrentAdjudication(db, solutionKey)
    const reviewScope = makeReviewScope(project)
    const rows = await listAnnotationsToCompare(db, reviewScope, solutionKey)
    const comparedAnnotations = rows.filter(({ isCompared }) => isCompared)
    const disagreement = findDisagreement(comparedAnnotations, details.steps.length)
    const next = await findNextDisagreement(db, solutionKey, { kind })
    const waitingCount = await countDisagreements(db, project.id)
    return typesetReply((typesetter) => ({
      ...describeReviewedSolution(
        typesetter,
        solution,
        details,
        around ?? disagreement?.firstStep ?? 0,
      ),
      stepIds: [...readStepIds(details)],
      refusal: details.flow === 'solution' ? null : stepChoiceAdjudicationRefusalMessage,
      isGold: details.isGold,
      asksExplanation: project.asksExplanation,
      asksProgress: project.asksProgress,
      disagreement,
      annotations: putDisagreeingFirst(rows, disagreement?.firstStep ?? null).map((row) => ({
        ...describeReviewedAnnotation(row, userId, reviewScope),
        letter: formatLetter(row.letter),
        isCompared: row.isCompared,
        ...describeAnnotationContent(typesetter, row, project.errorTags),
      })),
      adjudication: current && describeAdjudication(current),
      next: next === solution ? null : next,
      waiting: waitingCount,
    }))
  },
})

export const getErrorOptions = query(getErrorOptionsContract, {
  action: 'review.read',
  scope: 'project',
  async run({ db, project }, { solution, step, revision }) {
    const solutionKey = { projectId: project.id, solutionId: solution }
    const details = await findReviewedSolution(db, solutionKey)
    if (!details) throw makeSolutionNotFoundError()
    if (details.flow !== 'solution')
      throw new AppError('conflict', stepChoiceAdjudicationRefusalMessage)
    if (revision !== details.revision)
      throw new AppError(
        'conflict',
        'The steps of this solution were repaired. Reload the page to adjudicate the new ones.',
      )
    if (step >= details.steps.length) throw new AppError('not_found', 'Step not found.')
    const candidates = await findAlternativesAndRequestedExplanations(
      db,
      { ...project, ...solutionKey },
      step,
    )
    return typesetReply(({ textWithSource }) =>
      toRevealedOptionsReply(textWithSource, step, candidates),
    )
  },
})

/** Parses a cursor that `listDisagreements` returned as `next`. */
function parseCursor(after: string) {
  const [priority, solution] = after.split('_')
  return { priority: Number(priority), solution: solution! }
}

/** `A` to `Z`, then numbers. */
const formatLetter = (number: number) =>
  number <= 26 ? String.fromCharCode(64 + number) : String(number)

/** The first compared annotation, then the first that disagrees with it, then all others in order. */
function putDisagreeingFirst(
  rows: readonly ComparedAnnotationRow[],
  step: number | null,
): ComparedAnnotationRow[] {
  const comparedAnnotations = rows.filter(({ isCompared }) => isCompared)
  const first = comparedAnnotations[0]
  const second =
    step === null
      ? comparedAnnotations[1]
      : comparedAnnotations.find((row) => row.ratings[step] !== first?.ratings[step])
  const pair = [first, second].filter((row) => row !== undefined)
  return [...pair, ...rows.filter((row) => !pair.includes(row))]
}

function describeAdjudication(
  current: CurrentAdjudication,
): NonNullable<ReplyOf<typeof compareAnnotationsContract>['adjudication']> {
  const { adjudication, ratings, note, by, at, adopted, madeGold } = current
  const { optionRatings, explanation, explanationOption, progress } = current
  const answers = {
    options: [...optionRatings],
    explanation: describeExplanation(explanation, explanationOption),
    progress,
  }
  return { adjudication, ratings, answers, note, by, at: at.toISOString(), adopted, madeGold }
}

function describeExplanation(text: string | null, option: number | null): Explanation | null {
  if (option !== null) return { option }
  return text === null ? null : { option, text }
}
