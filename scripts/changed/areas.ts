import { anyScreenArea, sharedAreas, journeyAreas, areasWithoutJourneys } from './journeys'

/** The area of a file: its domain, folder of screens or page, or else the first part of its path. */
export function findAreaOfPath(path: string): string {
  const [top = '', second = ''] = path.split('/')
  if (top === 'lib' || top === 'components') return second
  if (top !== 'app') return top
  return /^app\/(?:projects\/\[project\]\/)?([\w-]+)\//.exec(path)?.[1] ?? 'shell'
}

const isScreen = (path: string) => path.startsWith('components/') || path.startsWith('app/')
/** Documents, containers and the settings of tools. */
const isOutsideApp = (path: string) =>
  /^([^/]+\.md|LICENSE|Dockerfile|compose\.yaml|\.[\w.]+)$/.test(path)

/** The suites in `journeyAreas` that a change of this file can break. An area that is in no list selects all suites. */
export function listJourneysForPath(path: string): string[] {
  const area = findAreaOfPath(path)
  if (areasWithoutJourneys.includes(area) || isOutsideApp(path)) return []
  const allSuites = Object.keys(journeyAreas)
  const areaSuites = allSuites.filter((suite) => journeyAreas[suite]!.includes(area))
  if (sharedAreas.includes(area) || areaSuites.length === 0) return allSuites
  const screenSuites = allSuites.filter((suite) => journeyAreas[suite]!.includes(anyScreenArea))
  return isScreen(path) ? [...new Set([...areaSuites, ...screenSuites])] : areaSuites
}
