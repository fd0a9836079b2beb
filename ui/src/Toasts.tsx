// The live region that toast.ts writes to; it must be in the page before the first message.
export const Toasts = () => (
  <output
    id="toasts"
    aria-live="polite"
    className="pointer-events-none fixed inset-x-0 top-30 bottom-auto z-50 m-0 flex h-auto w-full flex-col items-center gap-2 overflow-visible border-0 bg-transparent p-0 px-4 md:top-20"
  />
)
