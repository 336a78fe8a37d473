import { outputFormatNames } from '@/lib/formats/format-names'
import { z } from '@/lib/platform/contract'
import { idField, int32Max, int32Min, textField, zonedInstantField } from '@/lib/platform/fields'
import { consensusNames, fallbackNames } from './consensus-names'

/** What of a project goes into a release, as it was kept. Everything is narrowed by every filter that is given. */
export const releaseFilters = z.strictObject({
  labels: z.enum(['all', 'own', 'imported']).default('all'),
  /** PRM800K's generation, which is what imported lines have for a round. */
  generations: z.array(z.int()).max(100).optional(),
  /** Submitted at or after this instant, and before that one. */
  from: zonedInstantField.optional(),
  until: zonedInstantField.optional(),
  /** By name as in exports: an account's id, or what an imported line said. */
  labelers: z.array(textField(200)).max(1_000).optional(),
  /** Slices of the queue: `convincing-wrong`. */
  slices: z.array(textField(100)).max(20).optional(),
  subjects: z.array(textField(200)).max(200).optional(),
  /** `give_up` and `bad_problem`, which say nothing of the steps that were not reached. */
  withUnfinished: z.boolean().default(false),
  /** Solutions with known answers, and lines marked as quality control. */
  withGold: z.boolean().default(false),
  withScreening: z.boolean().default(false),
  /** Annotations that break the rules of labelling, as data labelled elsewhere can. */
  withIrregular: z.boolean().default(false),
})

/** As a caller says it: what no column holds is refused, and was not always. */
const askedFilters = releaseFilters.extend({
  generations: z.array(z.int().min(int32Min).max(int32Max)).max(100).optional(),
})

export const formatsField = z
  .array(z.enum([...outputFormatNames, 'trl-stepwise-parquet']))
  .min(1)
  .max(12)
  .refine((formats) => new Set(formats).size === formats.length, { message: 'names one twice' })
/**
 * `latest`: of each solution the newest annotation. `each`: one row for each annotation. `majority`, `dawid-skene` and
 * `adjudicated`: of each finished solution one row of what its annotations come to, on where the first error is.
 */
export const consensusField = z.enum(consensusNames).default('each')
/** With `adjudicated`: what becomes of solutions that nobody has ruled on; else `majority`. */
export const fallbackField = z.enum(fallbackNames).optional()
/** Share of the problems that goes to `test`, by a hash of the problem: 0 for none. */
export const testShareField = z.number().min(0).max(0.9)
/** Another seed puts other problems there. */
export const seedField = textField(100)
export const becomeField = z.enum(['left-out', 'test'])

/** Held-out lists of a release, all in memory while it is written. */
export const heldOutListsMax = 20
export const listsField = z.array(idField).max(heldOutListsMax)

/** What of a project is taken, and how it is split, as a caller says it. */
export const askedSelection = {
  filters: askedFilters.prefault({}),
  consensus: consensusField,
  fallback: fallbackField,
  /** What is left out is as in the release that `since` names; without one 0 and ''. */
  split: z
    .strictObject({ testShare: testShareField.optional(), seed: seedField.optional() })
    .prefault({}),
  heldOut: z
    .strictObject({
      /** Lists that were added by `addHeldOutList`. Left out: every list of the project. []: none. */
      lists: listsField.optional(),
      /** What becomes of their problems: never `train`. Left out: as in `since`'s, else `left-out`. */
      become: becomeField.optional(),
    })
    .prefault({}),
  /**
   * Number of an earlier release: only annotations that are new, or were themselves changed, since. What changed beside one
   * (a verdict, repaired steps that it does not rate, a known answer, the problem) does not bring it again.
   */
  since: z.int().min(1).max(int32Max).optional(),
}

/** What a project has of what releases are narrowed by: in order, of each the first 500. */
export const releaseValues = z.object({
  subjects: z.array(z.string()),
  labelers: z.array(z.string()).describe('Of imported lines, as they named them'),
  generations: z.array(z.number()),
})
