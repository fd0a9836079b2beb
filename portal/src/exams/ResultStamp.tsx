// Passed or failed, drawn as a stamp.
export const ResultStamp = ({ isPassed }: { isPassed: boolean }) => (
  <p
    className={`grid size-19 -rotate-12 place-items-center rounded-full border-3 border-double text-lg font-bold tracking-widest ${isPassed ? 'border-success text-success' : 'border-danger text-danger'}`}
  >
    <span className="pl-[0.1em]">{isPassed ? '合格' : '不合格'}</span>
  </p>
)
