import { LoadingBar } from '@/components/ui/loading-bar'
import { FigureWithoutData } from '@/components/ui/plot-frame'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Stat } from '@/components/ui/stat'
import { KitExample, KitSection } from './kit-example'
import { ProgressStripExample } from './progress-strip-example'

/** Numbers and progress. */
export function FigureExamples() {
  return (
    <KitSection id="figures" title="Figures and progress">
      <KitExample name="Statistics">
        <dl className="flex flex-wrap gap-x-12 gap-y-4">
          <Stat name="Annotations" value="1,204" />
          <Stat name="Exact match on gold" value="76%" />
        </dl>
      </KitExample>
      <KitExample name="Figure without data">
        <FigureWithoutData id="without-data" title="Errors per 100 steps">
          No annotations submitted yet.
        </FigureWithoutData>
      </KitExample>
      <KitExample name="Progress of a job">
        <ProgressStripExample />
      </KitExample>
      <KitExample name="Progress">
        <div className="grid gap-4">
          <ProgressBar label="Known progress" value={30} max={100} />
          <ProgressBar label="Unknown progress" value={null} />
          <LoadingBar label="Loading" />
        </div>
      </KitExample>
    </KitSection>
  )
}
