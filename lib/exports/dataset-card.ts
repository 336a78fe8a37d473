import { joinLabelAndSummary, outputFormatDescriptions } from '@/lib/formats/format-names'
import { formatQuantity } from '@/lib/platform/format'
import { type Split, splits } from './choose-split-side'
import { consensusFileName, type ConsensusFallbackName, getRowUnit } from './consensus-names'
import { formatExclusionCounts } from './explain-exclusions'
import { getReleaseFormatLabel, type ReleaseFormat, toRowFormat } from './release-formats'
import type { ReleaseManifestFile, ReleaseManifest } from './release-manifest'

/**
 * `README.md` of a release: the dataset card that the Hugging Face hub shows. The publisher adds the licence.
 */
export function writeDatasetCard(manifest: ReleaseManifest): string {
  const { project, release } = manifest
  return [
    ...writeFrontMatter(manifest),
    '',
    `# ${escapeText(project.name)}: ${escapeText(release.name)}`,
    '',
    `Release ${release.number} of the project \`${project.slug}\`, as of ${manifest.snapshotAt}. Solutions are split into`,
    'steps, and annotators rated the steps to train and test process reward models.',
    '',
    ...describeLabels(manifest),
    '',
    ...describeMethod(manifest),
    '',
    ...describeContents(manifest),
    '',
    ...describeFiles(manifest),
    '',
    ...describeCaveats(manifest),
    '',
  ].join('\n')
}

function writeFrontMatter(manifest: ReleaseManifest): string[] {
  const { project, release, options, counts, files } = manifest
  const unit = getRowUnit(options.consensus)
  return [
    '---',
    `pretty_name: ${quoteText(`${project.name}: ${release.name}`)}`,
    '# license: add the licence under which you publish it.',
    'tags:',
    '  - prm',
    '  - process-supervision',
    ...(options.formats.some((format) => toRowFormat(format) === 'trl-stepwise')
      ? ['  - trl']
      : []),
    'size_categories:',
    `  - ${nameSize(counts.train[unit] + counts.test[unit])}`,
    ...writeConfigs(options.formats, files),
    '---',
  ]
}

/** Omits files without rows, which would not load. */
function writeConfigs(
  formats: readonly ReleaseFormat[],
  files: readonly ReleaseManifestFile[],
): string[] {
  const configs = formats.flatMap((format) => {
    const filesWithRows = files.filter((file) => file.format === format && (file.rows ?? 0) > 0)
    return filesWithRows.length === 0 ? [] : [{ format, filesWithRows }]
  })
  if (configs.length === 0) return []
  return [
    'configs:',
    ...configs.flatMap(({ format, filesWithRows }, i) => [
      `  - config_name: ${format}`,
      ...(i === 0 ? ['    default: true'] : []),
      '    data_files:',
      ...filesWithRows.flatMap(({ name, split }) => [
        `      - split: ${split}`,
        `        path: ${name}`,
      ]),
    ]),
  ]
}

const sizes = [
  [1_000, 'n<1K'],
  [10_000, '1K<n<10K'],
  [100_000, '10K<n<100K'],
  [1_000_000, '100K<n<1M'],
] as const

function nameSize(rows: number): string {
  return sizes.find(([below]) => rows < below)?.[1] ?? '1M<n<10M'
}

const neutralTexts = {
  positive: 'In formats with only correct and wrong, a neutral step is exported as correct.',
  negative:
    'In formats with only correct and wrong, a neutral step is exported as wrong. If a format has one label per step, labels continue after it.',
  drop: 'In formats with only correct and wrong, a row with one label per step ends before the first neutral step.',
}

function describeLabels({ options }: ReleaseManifest): string[] {
  const { neutral, formats } = options
  return [
    '## Labels',
    '',
    '- **+1 positive**: the step is correct and helps.',
    '- **0 neutral**: the step is not wrong, but adds nothing.',
    '- **-1 negative**: the step is wrong. It is the first error; annotators stop there.',
    '',
    neutral === undefined
      ? 'All formats of this release keep the three ratings.'
      : neutralTexts[neutral],
    ...(neutral === 'drop' && formats.includes('processbench')
      ? ['ProcessBench has no row for an annotation with a neutral step.']
      : []),
  ]
}

function describeMethod(manifest: ReleaseManifest): string[] {
  const { since, labelers, options } = manifest
  const { filters } = options
  const excluded = formatExclusionCounts(manifest.counts.excluded)
  const lists = manifest.heldOut.lists.map(
    ({ name, problems }) => `${escapeText(name)} (${formatQuantity(problems, 'problem')})`,
  )
  return [
    '## Method',
    '',
    `- Annotators: ${labelers.length} (listed in \`manifest.json\`). Latest guideline version: ${manifest.project.guidelineVersion}.`,
    ...describeConsensus(manifest),
    ...(since
      ? [
          manifest.consensus
            ? `- Incremental: only solutions whose annotations or adjudication are new or changed since release ${since.number}.`
            : `- Incremental: only annotations that are new or changed since release ${since.number}. Changes to verdicts, gold, problems or unrated steps do not count.`,
        ]
      : []),
    describeSplit(manifest),
    lists.length > 0
      ? `- Held out of \`train\` by statement: ${lists.join(', ')}. These problems are ${options.heldOut.action === 'test' ? 'in `test`' : 'excluded'}.`
      : '- No held-out lists.',
    `- Unfinished annotations (given up or bad problem): ${formatInclusion(filters.includeUnfinished)}. Gold: ${formatInclusion(filters.includeGold)}. Screening: ${formatInclusion(filters.includeScreening)}. Irregular annotations: ${formatInclusion(filters.includeIrregular)}.`,
    ...(excluded.length > 0
      ? [`- Excluded annotations: ${excluded.join('; ')}.`]
      : ['- No other annotations were excluded.']),
    ...manifest.warnings.map((warning) => `- **${escapeText(warning)}**`),
    '- All options are in `manifest.json`.',
  ]
}

function describeSplit({ options: { split }, files }: ReleaseManifest): string {
  if (split.testShare > 0)
    return `- Split by a hash of the problem statement: test share ${split.testShare}, seed ${escapeText(quoteText(split.seed))}. No problem is in both splits.`
  return files.some((file) => file.split === 'test')
    ? '- Only held-out problems are in `test`.'
    : '- No test split.'
}

function describeConsensus({ options, consensus, counts }: ReleaseManifest): string[] {
  if (!consensus)
    return [
      options.consensus === 'latest'
        ? '- Only the newest annotation of each solution is included.'
        : '- All annotations are included, so a solution labelled by several annotators occurs several times.',
    ]
  const { policy, fallback } = consensus
  const rule = policy === 'adjudicated' ? fallback : policy
  return [
    '- The labels of each finished solution are combined (`consensus` in `manifest.json`); `consensus.jsonl` lists the annotations behind them. Some formats can have several rows per solution. Only finished, regular annotations of the current steps vote, one per annotator.',
    ...(policy === 'adjudicated'
      ? [
          '- Adjudicated solutions have the reviewer’s final labels (`adjudicated`).',
          ...(fallback ? [`- For other solutions, ${ruleTexts[fallback]}`] : []),
        ]
      : [`- In each row, ${ruleTexts[policy]}`]),
    ...(rule !== 'majority' && rule !== 'dawid-skene'
      ? []
      : [
          '- Steps before the first error have the most frequent rating of annotators who did not mark them as the error; ties become neutral.',
        ]),
    ...(counts.excluded.tied > 0
      ? [
          `- Solutions with tied votes are excluded until adjudicated (${formatQuantity(counts.excluded.tied, 'annotation')}).`,
        ]
      : []),
  ]
}

const ruleTexts: Readonly<Record<ConsensusFallbackName, string>> = {
  majority: 'the first error is the most frequent one (`majority`).',
  'dawid-skene':
    'the first error is the most likely one by one-coin Dawid-Skene (`dawid-skene`), which weights annotators by estimated accuracy. `annotators` in `manifest.json` has the accuracies, `posterior` in `consensus.jsonl` the probability of each row.',
  latest: 'the labels are those of the newest annotation (`latest`).',
  exclude: 'the solution is excluded.',
}

const formatInclusion = (isIncluded: boolean) => (isIncluded ? 'included' : 'excluded')

function describeContents({ counts, ratings, files }: ReleaseManifest): string[] {
  const hasFiles = (split: Split) => files.some((file) => file.split === split)
  return [
    '## Contents',
    '',
    '| split | problems | solutions | annotations | positive | neutral | negative | unrated |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...splits.filter(hasFiles).map((split) => {
      const { problems, solutions, annotations } = counts[split]
      const { positive, neutral, negative, unrated } = ratings[split]
      const cells = [problems, solutions, annotations, positive, neutral, negative, unrated]
      return `| ${split} | ${cells.join(' | ')} |`
    }),
    '',
    `Ratings are counted by step. Held out: ${formatQuantity(counts.heldOut.problems, 'problem')}, ${formatQuantity(counts.heldOut.annotations, 'annotation')}.`,
  ]
}

function describeFiles({ files }: ReleaseManifest): string[] {
  return [
    '## Files',
    '',
    '| file | rows | content |',
    '|---|---:|---|',
    ...files.map(
      ({ name, rows, format }) =>
        `| \`${name}\` | ${rows ?? ''} | ${format === null ? describeIndex(name) : describeFormat(format)} |`,
    ),
    '',
    'With all files in one folder, verify with `sha256sum -c SHA256SUMS`.',
  ]
}

function describeIndex(name: string): string {
  return name === consensusFileName
    ? 'for each row the annotators, their labels and the rule that decided'
    : 'every annotation or combined row with its split and SHA-256'
}

function describeFormat(format: ReleaseFormat): string {
  const { summary } = outputFormatDescriptions[toRowFormat(format)]
  return joinLabelAndSummary({ label: getReleaseFormatLabel(format), summary })
}

const endsAtError = [
  '- Labelling ends at the first error. Steps after it have **no label**: they are neither correct nor wrong. Formats with one',
  '  label per step have no step after the first error; formats with all steps say where the first error is.',
]
const continuesAfterError = [
  '- Labelling ends at the first error, but **some imported rows continue after it**, with the labels that',
  '  their source gave to later steps (`truncateAtFirstError` in `manifest.json` is false).',
]
const endsBeforeNeutral = [
  '- **A row with one label per step that ends before a neutral step does not contain an error after that step**, so it can have',
  '  only positive labels although the solution has an error.',
]
const otherCaveats = [
  '- A row with only positive labels is either a whole solution without an error, or only the first steps of a solution. In',
  '  formats with several rows per solution, its last step can be a correct alternative to a wrong step.',
  '- Solutions were selected for labelling, not sampled at random, so the share of wrong steps is not that of the generator.',
]

function describeCaveats({ truncateAtFirstError, options }: ReleaseManifest): string[] {
  return [
    '## Caveats',
    '',
    ...(truncateAtFirstError ? endsAtError : continuesAfterError),
    ...(options.neutral === 'drop' ? endsBeforeNeutral : []),
    ...otherCaveats,
  ]
}

/** Escapes user-written names for Markdown. */
function escapeText(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|#~!]/gu, String.raw`\$&`)
}

/** Characters that YAML doesn't allow or treats as line breaks, and that JSON doesn't escape. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/gu

/** Quotes a text so that JSON and YAML read the same. */
function quoteText(text: string): string {
  return JSON.stringify(text).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
