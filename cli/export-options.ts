import { Option } from 'commander'
import { neutralPolicies } from '@/lib/formats/format-names'

export const makeNeutralOption = () =>
  new Option(
    '--neutral <policy>',
    'what neutral ratings become in formats of right and wrong',
  ).choices(neutralPolicies)

export const describeMissingNeutral = (formats: string) =>
  `${formats}: right and wrong is all that it knows. Say what becomes of neutral ratings: --neutral positive, negative or drop. Nothing was done.`
