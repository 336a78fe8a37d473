import { Prisma } from '@/lib/generated/prisma/client'
import type {
  FinishReason,
  Flow,
  HumanOptionRecord,
  LabellingRecord,
  OptionRatingRecord,
  Rating,
  SolutionRecord,
} from '@/lib/formats/record'
import type { Transaction } from '@/lib/platform/server/database'
import { countBytes, readPages } from './read-pages'

/** A labelling with what PRM800K says of it, rebuilt from rows. */
export interface ExportedLabelling {
  problem: { statement: string; answer: string | null; referenceSolution: string | null }
  solution: Pick<SolutionRecord, 'flow' | 'steps' | 'options' | 'answer' | 'score'>
  labelling: LabellingRecord
}

/** What every format needs. */
export interface LabellingRow {
  id: string
  statement: string
  truth: string | null
  referenceSolution: string | null
  flow: Flow
  steps: string[]
  answer: string | null
  score: number | null
  labeler: string
  timestamp: string
  generation: number | null
  isQualityControl: boolean
  isScreening: boolean
  finishReason: FinishReason
  totalTimeMs: bigint
  ratings: (Rating | null)[]
  flagged: (boolean | null)[]
  chosen: (number | null)[]
  offered: (number | null)[]
  options: { step: number; option: number; text: string; source: string | null }[]
  optionRatings: OptionRatingRecord[]
  humanOptions: (Omit<HumanOptionRecord, 'correctedRating'> & { correctedRating: number | null })[]
}

export type Which = 'all' | 'own' | 'imported'

/**
 * Every submitted labelling of a project, in the order in which they came (ids are UUIDs of version 7, which sort by
 * time): imported ones in the order of their file.
 */
export async function* readLabellings(
  db: Transaction,
  projectId: string,
  which: Which,
): AsyncGenerator<ExportedLabelling> {
  const readPage = (after: string, pageRows: number) =>
    readLabellingPage(db, projectId, which, after, pageRows)
  for await (const row of readPages(readPage, estimateLabellingBytes)) yield readRow(row)
}

/** What a row's texts take, which is nearly all of it. */
export function estimateLabellingBytes({
  statement,
  referenceSolution,
  steps,
  options,
  humanOptions,
}: LabellingRow): number {
  const texts = [...options, ...humanOptions].map(({ text }) => text)
  return countBytes([statement, referenceSolution, ...steps, ...texts])
}

/** At most so many rows, in the order of their ids, after the one given. */
export function readLabellingPage(
  db: Transaction,
  projectId: string,
  which: Which,
  after: string,
  pageRows: number,
): Promise<LabellingRow[]> {
  const filter =
    which === 'all'
      ? Prisma.empty
      : which === 'own'
        ? Prisma.sql`and l.import_id is null`
        : Prisma.sql`and l.import_id is not null`
  return db.$queryRaw<LabellingRow[]>`
    select l.id, p.statement, p.answer as truth, p.reference_solution as "referenceSolution", l.flow::text, s.steps,
      s.answer, s.score, l.labeler,
      coalesce(l.recorded_at, regexp_replace(
        to_char(l.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '\\.000000$', '')) as timestamp,
      l.generation, l.is_quality_control as "isQualityControl", l.is_screening as "isScreening",
      l.finish_reason::text as "finishReason", l.total_time_ms as "totalTimeMs",
      to_jsonb(l.ratings) as ratings, to_jsonb(l.flagged) as flagged, to_jsonb(l.chosen) as chosen,
      to_jsonb(l.offered) as offered,
      coalesce((select jsonb_agg(jsonb_build_object('step', o.step, 'option', o.option, 'text', o.text, 'source', o.source)
          order by o.step, o.option)
        from step_option o where o.project_id = l.project_id and o.solution_id = l.solution_id), '[]') as options,
      coalesce((select jsonb_agg(jsonb_build_object('step', r.step, 'position', r.position, 'option', r.option,
          'rating', r.rating, 'flagged', r.flagged) order by r.step, r.position)
        from option_rating r where r.project_id = l.project_id and r.labelling_id = l.id), '[]') as "optionRatings",
      coalesce((select jsonb_agg(jsonb_build_object('step', h.step, 'text', h.text, 'flagged', h.flagged,
          'correctedRating', h.corrected_rating) order by h.step)
        from human_option h where h.project_id = l.project_id and h.labelling_id = l.id), '[]') as "humanOptions"
    from labelling l
      join solution s on s.project_id = l.project_id and s.id = l.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where l.project_id = ${projectId}::uuid and l.state <> 'draft' and l.id > ${after}::uuid ${filter}
    order by l.id limit ${pageRows}`
}

function readRow(row: LabellingRow): ExportedLabelling {
  const { statement, truth, referenceSolution, flow, steps, answer, score, options } = row
  return {
    problem: { statement, answer: truth, referenceSolution },
    solution: { flow, steps, options, answer, score },
    labelling: {
      labeler: row.labeler,
      timestamp: row.timestamp,
      generation: row.generation,
      isQualityControl: row.isQualityControl,
      isScreening: row.isScreening,
      finishReason: row.finishReason,
      totalTimeMs: Number(row.totalTimeMs),
      ratings: row.ratings,
      flagged: row.flagged,
      chosen: row.chosen,
      offered: row.offered,
      optionRatings: row.optionRatings,
      humanOptions: row.humanOptions.map(({ correctedRating, ...option }) => ({
        ...option,
        correctedRating: correctedRating ?? undefined,
      })),
    },
  }
}
