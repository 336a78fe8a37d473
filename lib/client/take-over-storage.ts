import { emptyContent, type AnnotationContent } from '@/lib/annotations/content'
import type { Finish } from './call-work'
import type { Outbox } from './outbox'
import {
  readFinishRecord,
  readWorkRecord,
  recordFormat,
  type KeptWork,
  type Owner,
} from './outbox-records'

type OldBody = Extract<Finish, { kind: 'submit' }>['body'] & { optionRatings: (-1 | 0 | 1)[] }
type OldFinish =
  | Omit<Extract<Finish, { kind: 'skip' }>, 'writer'>
  | { kind: 'submit'; body: OldBody }

interface OldWork extends Pick<KeptWork, 'sequence' | 'writer' | 'basedOn' | 'activeMs'> {
  state: Pick<KeptWork, 'lit' | 'events' | 'lastEvent'> & {
    given: AnnotationContent['steps']
    givenOptions: AnnotationContent['options']
  }
}

/** Version 0.1 kept in `localStorage` what was not on the server yet. What is this person's here comes over, once. */
export function takeOverStorage(outbox: Outbox, owner: Owner): void {
  const workPrefix = `stepmark:work:${owner.user}:${owner.project}:`
  const finishPrefix = `stepmark:finish:${owner.user}:${owner.project}:`
  eachKept((key, value) => {
    if (key.startsWith(workPrefix))
      takeWork(outbox, owner, key.slice(workPrefix.length), value as OldWork | null)
    else if (key.startsWith(finishPrefix)) takeFinish(outbox, owner, value as OldFinish | null)
    else return false
    return true
  })
}

/** What people left there: others than this one, or, with whatever a later version keeps, all. */
export function forgetStorage(user: string | null): void {
  eachKept((key) => user === null || ![null, user].includes(findOwner(key)))
}

/** Null: of nobody in particular. */
function findOwner(key: string): string | null {
  const [, kind, ...parts] = key.split(':')
  if (kind === 'work' || kind === 'finish') return parts[0] ?? null
  return kind === 'guideline' ? (parts.at(-1) ?? null) : null
}

/** Calls with everything that is kept there; what it is done with goes. */
function eachKept(take: (key: string, value: unknown) => boolean): void {
  try {
    for (const key of Object.keys(localStorage))
      if (/^stepmark[.:]/.test(key) && take(key, read(key))) localStorage.removeItem(key)
  } catch {
    // Nothing is kept there, or nothing that can be read.
  }
}

function takeWork(outbox: Outbox, owner: Owner, solution: string, old: OldWork | null): void {
  const { given: steps, givenOptions: options, lit, events, lastEvent } = old?.state ?? {}
  const { state: _, ...head } = old ?? {}
  const content = { ...emptyContent, steps, options }
  const work = { ...head, revision: 1, stepTimesMs: [], content, lit, events, lastEvent }
  const record = readWorkRecord({ ...makeHead(owner), solution, writer: old?.writer, work })
  if (record) outbox.putWork(record)
}

function takeFinish(outbox: Outbox, owner: Owner, old: OldFinish | null): void {
  if (!old) return
  const finish = old.kind === 'skip' ? { ...old, writer: '' } : takeSubmission(old)
  const { idempotencyKey } = finish as Finish
  const record = readFinishRecord({ ...makeHead(owner), idempotencyKey, finish })
  if (record) outbox.putFinish(record)
}

function takeSubmission(old: Extract<OldFinish, { kind: 'submit' }>) {
  const { optionRatings, ...body } = old.body
  const error = body.ratings.indexOf(-1)
  const options = error !== -1 && optionRatings.length > 0 ? { [error]: optionRatings } : {}
  return { ...old, writer: body.writer, body: { ...body, options } }
}

function makeHead(owner: Owner) {
  return { ...owner, format: recordFormat, keptAt: Date.now(), isLeft: true }
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
