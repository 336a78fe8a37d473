import type { ReplyOf } from '@/lib/platform/contract'
import type {
  getOwnScreeningContract,
  listScreeningsContract,
} from '@/lib/quality/screening-contract'

export type OwnScreening = ReplyOf<typeof getOwnScreeningContract>
export type Screenings = ReplyOf<typeof listScreeningsContract>
export type ScreenedAnnotator = Screenings['people'][number]
export type Attempt = ScreenedAnnotator['attempts'][number]
