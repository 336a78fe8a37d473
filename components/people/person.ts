import type { getPersonContract, listPeopleContract } from '@/lib/people/contract'
import type { ReplyOf } from '@/lib/platform/contract'

export type PeopleList = ReplyOf<typeof listPeopleContract>
export type PersonSummary = PeopleList['people'][number]
export type PersonDetail = ReplyOf<typeof getPersonContract>
export type AnnotatorPause = PersonDetail['pauses'][number]
export type GoldAnswer = PersonDetail['answers'][number]
