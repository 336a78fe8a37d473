import { neutralPolicies, promptSeparators } from '@/lib/formats/format-names'
import { z } from '@/lib/platform/contract'
import { idField, int32Max, int32Min, textField, zonedInstantField } from '@/lib/platform/fields'
import { consensusNames, consensusFallbackNames } from './consensus-names'
import { maxReleaseHeldOutLists } from './max-release-held-out-lists'
import { releaseFormatNames } from './release-formats'

/** Filters of a release as stored. An annotation must match all of them. */
export const releaseFiltersSchema = z.strictObject({
  labels: z.enum(['all', 'own', 'imported']).default('all'),
  /** Numbers of rounds, which PRM800K calls generations. */
  generations: z.array(z.int()).max(100).optional(),
  /** Submitted at or after `from`, and before `until`. */
  from: zonedInstantField.optional(),
  until: zonedInstantField.optional(),
  /** Annotators by their names in exports: account ids, or labelers of imported lines. */
  labelers: z.array(textField(200)).max(1_000).optional(),
  /** Queue slices, such as `convincing-wrong`. */
  slices: z.array(textField(100)).max(20).optional(),
  subjects: z.array(textField(200)).max(200).optional(),
  /** Include the finish reasons `give_up` and `bad_problem`. */
  includeUnfinished: z.boolean().default(false),
  /** Include gold solutions and lines marked as quality control. */
  includeGold: z.boolean().default(false),
  includeScreening: z.boolean().default(false),
  /** Include imported annotations that break the labelling rules. */
  includeIrregular: z.boolean().default(false),
})

/** Filters of a request. Stricter than stored ones: rejects values that no column can have. */
const requestFilters = releaseFiltersSchema.extend({
  generations: z.array(z.int().min(int32Min).max(int32Max)).max(100).optional(),
})

export const formatsField = z
  .array(z.enum(releaseFormatNames))
  .min(1)
  .max(releaseFormatNames.length)
  .refine((formats) => new Set(formats).size === formats.length, {
    message: 'contains a format twice',
  })
  .openapi({ uniqueItems: true })
export const formatOptionFields = {
  /** Required by formats with only correct and wrong. */
  neutral: z.enum(neutralPolicies).optional(),
  /** Format `preference`: what is between the problem and its continuations. Default: `blank-line`. */
  promptSeparator: z.enum(promptSeparators).optional(),
}

/**
 * `each`: one row per annotation. `latest`: the newest annotation of each solution. `majority`,
 * `dawid-skene` and `adjudicated`: one combined row per decided solution.
 */
export const consensusField = z.enum(consensusNames).default('each')
/** With `adjudicated`: the rule for solutions without an adjudication. Default: `majority`. */
export const consensusFallbackField = z.enum(consensusFallbackNames).optional()
/** Share of problems in `test`, by a hash of the problem. */
export const testSplitShareField = z.number().min(0).max(0.9)
/** Another seed selects other test problems. */
export const splitSeedField = textField(100)
const heldOutActionField = z.enum(['exclude', 'test'])

const heldOutListsField = z.array(idField).max(maxReleaseHeldOutLists)
/** The held-out lists of a release and where their problems go, with defaults filled in. */
export const heldOutSettingsField = z
  .strictObject({
    lists: heldOutListsField.default([]),
    action: heldOutActionField.default('exclude'),
  })
  .prefault({})

/** Selection and split of a release request. */
export const releaseSelectionFields = {
  filters: requestFilters.prefault({}),
  consensus: consensusField,
  fallback: consensusFallbackField,
  /** Default: as in the `since` release, else 0 and ''. */
  split: z
    .strictObject({ testShare: testSplitShareField.optional(), seed: splitSeedField.optional() })
    .prefault({}),
  heldOut: z
    .strictObject({
      /** Ids of held-out lists. Default: all lists of the project. [] for none. */
      lists: heldOutListsField.optional(),
      /** Where their problems go. Default: as in the `since` release, else `exclude`. */
      action: heldOutActionField.optional(),
    })
    .prefault({}),
  /**
   * Number of an earlier release: includes only annotations that are new or changed since. Changes
   * to the verdict, the problem, gold or unrated steps don't count.
   */
  since: z.int().min(1).max(int32Max).optional(),
}

/** Values to filter by, sorted, at most 500 each. */
export const releaseFilterValuesSchema = z.object({
  subjects: z.array(z.string()),
  labelers: z.array(z.string()).describe('Labelers of imported lines'),
  generations: z.array(z.number()),
})
