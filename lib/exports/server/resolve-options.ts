import {
  requirePreferenceForPromptSeparator,
  requireNeutralPolicyForFormat,
} from '@/lib/formats/output-formats'
import { AppError } from '@/lib/platform/errors'
import { emptyRangeIssue, hasOrderedInstants } from '@/lib/platform/fields'
import type { Transaction } from '@/lib/platform/server/database'
import {
  findConsensusFormatError,
  isCombiningConsensus,
  defaultConsensusFallback,
} from '../consensus-names'
import type { ReleaseRequest, ReleaseOptions } from '../contract'
import {
  describeSplitOverlapWithBase,
  type UsedHeldOutList,
} from '../describe-split-overlap-with-base'
import { maxReleaseHeldOutLists } from '../max-release-held-out-lists'
import { toRowFormat } from '../release-formats'
import type { ReleaseManifest } from '../release-manifest'
import { findUnknownLabelers } from './filter-values.sql'
import { makeReleaseNotFoundError, parseStoredReleaseOptions } from './read-release'
import { requireSameCluster } from './release-snapshot.sql'

export type SelectionRequest = Pick<
  ReleaseRequest,
  'filters' | 'consensus' | 'fallback' | 'split' | 'heldOut' | 'since'
>

/** With defaults filled in. */
export interface ResolvedSelection extends Pick<ReleaseOptions, 'split' | 'heldOut' | 'fallback'> {
  /** Of the `since` release. */
  cursor: string | null
  /** Annotators without annotations, and what of the `since` release can be in both train and test. */
  warnings: string[]
}

/** Throws `invalid_input` if a format needs an option that is not set. */
export function requireFormatOptions({
  formats,
  neutral,
  consensus,
  promptSeparator,
}: Pick<ReleaseRequest, 'formats' | 'neutral' | 'consensus' | 'promptSeparator'>): void {
  requirePreferenceForPromptSeparator(formats, promptSeparator)
  for (const format of formats) {
    requireNeutralPolicyForFormat(toRowFormat(format), neutral ?? null)
    rejectStepmarkConsensus(format, consensus)
  }
}

/** Throws `invalid_input` for combined rows in the format stepmark, which has individual annotations. */
export function rejectStepmarkConsensus(
  format: string,
  consensus: ReleaseOptions['consensus'],
): void {
  const refusal = findConsensusFormatError(format, consensus)
  if (refusal === null) return
  throw new AppError('invalid_input', refusal, {
    issues: [{ location: 'consensus', reason: 'cannot be written as stepmark' }],
  })
}

/** Fills in the fallback of `adjudicated`. Throws `invalid_input` for a fallback without it. */
export function resolveConsensusFallback({
  consensus,
  fallback,
}: Pick<ReleaseRequest, 'consensus' | 'fallback'>): ReleaseOptions['fallback'] {
  if (consensus === 'adjudicated') return fallback ?? defaultConsensusFallback
  if (fallback === undefined) return undefined
  throw invalid(
    'fallback',
    'applies to solutions without an adjudication: use it with consensus adjudicated',
  )
}

/** Rejects filters for annotations that have no vote in a consensus. */
function rejectIgnoredOptions({ consensus, filters }: SelectionRequest): void {
  if (!isCombiningConsensus(consensus)) return
  for (const filter of ['includeUnfinished', 'includeIrregular'] as const)
    if (filters[filter])
      throw invalid(
        `filters.${filter}`,
        `asks for annotations that have no vote: ${consensus} uses only those that are finished and follow the labelling rules`,
      )
}

/** Fills in defaults. Throws if nothing could be selected, before anything is written. */
export async function resolveReleaseSelection(
  db: Transaction,
  projectId: string,
  request: SelectionRequest,
): Promise<ResolvedSelection> {
  const { filters, split, heldOut, since } = request
  rejectIgnoredOptions(request)
  if (!hasOrderedInstants(filters)) throw invalid('filters.until', emptyRangeIssue.message)
  const base = since === undefined ? null : await findBaseRelease(db, projectId, since)
  const lists = await findLists(db, projectId, heldOut.lists)
  const fallback = resolveConsensusFallback(request)
  const resolvedSplit = {
    testShare: split.testShare ?? base?.split.testShare ?? 0,
    seed: split.seed ?? base?.split.seed ?? '',
  }
  const action = heldOut.action ?? base?.action ?? 'exclude'
  return {
    split: resolvedSplit,
    heldOut: { lists: lists.map(({ list }) => list), action },
    ...(fallback === undefined ? {} : { fallback }),
    cursor: base?.cursor ?? null,
    warnings: [
      ...(await describeUnknownLabelers(db, projectId, filters)),
      ...(base === null
        ? []
        : describeSplitOverlapWithBase(base, { split: resolvedSplit, lists, action })),
    ],
  }
}

const maxNamedLabelers = 10

/** Warns about a filter by annotators whose name or account id has a typo, or who have submitted nothing. */
async function describeUnknownLabelers(
  db: Transaction,
  projectId: string,
  { labelers = [] }: SelectionRequest['filters'],
): Promise<string[]> {
  const unknown = labelers.length === 0 ? [] : await findUnknownLabelers(db, projectId, labelers)
  if (unknown.length === 0) return []
  const names = unknown.slice(0, maxNamedLabelers).map((labeler) => `“${labeler}”`)
  const remaining = unknown.length - names.length
  return [
    `No submitted annotations in this project by ${names.join(', ')}${remaining > 0 ? ` and ${remaining} more` : ''}.`,
  ]
}

async function findBaseRelease(db: Transaction, projectId: string, number: number) {
  const row = await db.release.findUnique({
    where: { projectId_number: { projectId, number } },
    select: { state: true, cursor: true, options: true, manifest: true },
  })
  if (row === null) throw makeReleaseNotFoundError()
  const { state, cursor } = row
  if (state !== 'done' || cursor === null)
    throw invalid('since', `names release ${number}, which is not done`)
  await requireSameCluster(db, { number, cursor })
  const { split, heldOut } = parseStoredReleaseOptions(row.options)
  const { lists } = (row.manifest as unknown as ReleaseManifest).heldOut
  return { number, cursor, split, action: heldOut.action, lists }
}

/** The requested lists in their order, or all lists of the project. */
async function findLists(
  db: Transaction,
  projectId: string,
  requestedLists: readonly string[] | undefined,
): Promise<UsedHeldOutList[]> {
  if (requestedLists && new Set(requestedLists).size !== requestedLists.length)
    throw invalid('heldOut.lists', 'contains a list twice')
  const rows = await db.heldOutList.findMany({
    where: { projectId, ...(requestedLists ? { id: { in: [...requestedLists] } } : {}) },
    select: { id: true, name: true, sha256: true },
    orderBy: { id: 'asc' },
    take: maxReleaseHeldOutLists + 1,
  })
  if (!requestedLists && rows.length > maxReleaseHeldOutLists)
    throw invalid(
      'heldOut.lists',
      `is left out, which means every list, and the project has more than ${maxReleaseHeldOutLists}: name those to hold out`,
    )
  const lists = rows.map(({ id, name, sha256 }) => ({
    list: id,
    name,
    sha256: Buffer.from(sha256).toString('hex'),
  }))
  if (!requestedLists) return lists
  return requestedLists.map((id) => {
    const list = lists.find((each) => each.list === id)
    if (!list) throw invalid('heldOut.lists', 'names a list that is not in this project')
    return list
  })
}

function invalid(field: string, reason: string): AppError {
  return new AppError('invalid_input', `${field} ${reason}. Nothing was created.`, {
    issues: [{ location: field, reason }],
  })
}
