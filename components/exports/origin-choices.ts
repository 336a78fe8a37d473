/** Which annotations to export. */
export const originChoices = [
  { value: 'all', label: 'All' },
  { value: 'own', label: 'Labelled in Stepmark' },
  { value: 'imported', label: 'Imported' },
] as const
