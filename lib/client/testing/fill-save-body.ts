import { annotationContentInputFields } from '@/lib/annotations/state-fields'
import type { DraftSaveBody } from '@/lib/client/labelling-screen-calls'
import { z } from '@/lib/platform/contract'

const supersededErrorsField = z.object(annotationContentInputFields).shape.supersededErrors

/** The content of a draft without any input. */
export const emptyDraft = {
  ratings: [],
  supersededRatings: [],
  options: {},
  choices: {},
  humanOptions: {},
  notes: [],
  tags: [],
  explanation: null,
  progress: null,
  stepTimesMs: [],
  supersededErrors: {},
}

/** The body with its optional fields filled in. */
export const fillSaveBody = (body: DraftSaveBody) => ({
  ...emptyDraft,
  ...body,
  supersededErrors: supersededErrorsField.parse(body.supersededErrors),
})
