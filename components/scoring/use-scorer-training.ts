import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useJobPolling } from '@/components/jobs/use-job-polling'
import { callApi } from '@/lib/client/call-api'
import { isRunning, type Scorer, type ScorerVersion } from './scorer'

interface Training {
  scorer: string
  version: ScorerVersion
}

export type ScorerTrainingState = ReturnType<typeof useScorerTraining>

/** The version in training with its progress, and actions on it. */
export function useScorerTraining(slug: string, embedded: Scorer | null) {
  const router = useRouter()
  const [polledTraining, setPolledTraining] = useState<Training | null>(null)
  const newestVersion = embedded?.versions[0]
  const loadedTraining =
    embedded && newestVersion ? { scorer: embedded.scorer, version: newestVersion } : null
  const latestTraining = chooseLatestTraining(polledTraining, loadedTraining)
  const activeTraining = latestTraining && isRunning(latestTraining.version) ? latestTraining : null
  const { perform, ...job } = useJobPolling(activeTraining, {
    isRunning: ({ version }) => isRunning(version),
    getStageKey: ({ scorer, version }) => `${scorer} ${version.version}`,
    countRows: ({ version }) => version.readRows,
    continuesText: 'Training continues',
    fetchJob: async ({ scorer, version }, signal) => ({
      scorer,
      version: await callApi(
        'get /projects/{project}/scorers/{scorer}/versions/{version}',
        { project: slug, scorer, version: version.version },
        { signal },
      ),
    }),
    onUpdate(training) {
      setPolledTraining(training)
      // The metrics of the version are loaded with the page.
      if (!isRunning(training.version)) router.refresh()
    },
    // Someone else may have started another training or ended this one.
    onConflict: () => router.refresh(),
  })

  const train = () =>
    perform(() =>
      callApi(
        'post /projects/{project}/scorers/train',
        { project: slug },
        { idempotencyKey: crypto.randomUUID() },
      ),
    )
  const cancel = ({ scorer, version }: Training) =>
    perform(async () => ({
      scorer,
      version: await callApi(
        'post /projects/{project}/scorers/{scorer}/versions/{version}/cancel',
        { project: slug, scorer, version: version.version },
      ),
    }))
  return { activeTraining, ...job, train, cancel }
}

/** The polled state, unless the rendered page is newer. */
function chooseLatestTraining(
  polledTraining: Training | null,
  loadedTraining: Training | null,
): Training | null {
  if (polledTraining === null || loadedTraining === null) return polledTraining ?? loadedTraining
  if (polledTraining.version.version !== loadedTraining.version.version)
    return polledTraining.version.version > loadedTraining.version.version
      ? polledTraining
      : loadedTraining
  return isRunning(loadedTraining.version) ? polledTraining : loadedTraining
}
