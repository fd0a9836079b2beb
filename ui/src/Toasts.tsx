// The live region that toast.ts writes to; it must be in the page before the first message.
export const Toasts = () => (
  <output
    id="toasts"
    aria-live="polite"
    className="pointer-events-none fixed inset-x-0 top-30 z-50 flex flex-col items-center gap-2 px-4 md:top-20"
  />
)
