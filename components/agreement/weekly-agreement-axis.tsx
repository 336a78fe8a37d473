import {
  weeklyAxisWidth,
  weeklyPlotHeight,
  weeklyPlotMargin,
  type WeeklyAgreementLayout,
} from './weekly-agreement-layout'

/** The percentages at the left of the plot, which stay there while it scrolls. Hidden from screen readers. */
export function WeeklyAgreementAxis({
  layout: { floor, ticks },
}: {
  layout: Pick<WeeklyAgreementLayout, 'floor' | 'ticks'>
}) {
  const { top, bottom } = weeklyPlotMargin
  const plotHeight = weeklyPlotHeight - top - bottom
  return (
    <svg
      aria-hidden="true"
      width={weeklyAxisWidth}
      height={weeklyPlotHeight}
      className="font-ui text-caption"
    >
      {ticks.map((tick) => (
        <text
          key={tick}
          x={weeklyAxisWidth}
          y={top + (plotHeight * (100 - tick)) / (100 - floor)}
          dy="0.35em"
          textAnchor="end"
          className="fill-ink-3"
        >
          {tick === 100 ? '100%' : tick}
        </text>
      ))}
    </svg>
  )
}
