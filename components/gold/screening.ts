import type { listScreeningsContract } from '@/lib/gold/screening-contract'
import type { ReplyOf } from '@/lib/platform/contract'

export type ScreeningList = ReplyOf<typeof listScreeningsContract>
export type ScreenedAnnotator = ScreeningList['people'][number]
export type ScreeningAttempt = ScreenedAnnotator['attempts'][number]
