// Choice of the payment provider.
import { payProviders, type PayChoice } from '@xinqiao/contract/orders.ts'

type PaymentChoiceFieldProps = {
  choices: readonly PayChoice[]
  chosen: PayChoice
  onChoose: (choice: PayChoice) => void
}

export const PaymentChoiceField = ({ choices, chosen, onChoose }: PaymentChoiceFieldProps) => (
  <fieldset className="mt-4">
    <legend className="sr-only">支付方式</legend>
    <div className="flex flex-wrap justify-center gap-2">
      {choices.map((choice) => (
        <label
          key={choice}
          className="inline-flex min-h-11 cursor-pointer items-center rounded-full border border-line px-4 text-compact text-ink hover:border-brand has-checked:border-brand has-checked:bg-tint has-checked:font-semibold has-checked:text-brand-deep has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="payment-choice"
            value={choice}
            checked={choice === chosen}
            onChange={() => onChoose(choice)}
            className="sr-only"
          />
          {payProviders[choice].title}
        </label>
      ))}
    </div>
  </fieldset>
)
