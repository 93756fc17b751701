import { Allergens } from '#app/ui/allergens.tsx';
import { Field, Problem } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { MESSAGE_MAX } from '#domain/orders/plain-text.ts';
import type { Route } from './+types/new-order';
import styles from './new-order.module.css';
import { type DraftItem, joinSeen } from './new-order-form.ts';

type LoaderData = Route.ComponentProps['loaderData'];

interface Props {
  item: DraftItem;
  index: number;
  of: number;
  cakes: LoaderData['cakes'];
  groups: LoaderData['groups'];
  problems: LoaderData['state']['problems'];
  hasScripts: boolean;
  onRemove: () => void;
}

/** The fields of one cake. */
export function NewOrderItem({
  item,
  index,
  of,
  cakes,
  groups,
  problems,
  hasScripts,
  onRemove,
}: Props) {
  const cake = cakes.find(({ id }) => id === item.cake);
  const problem = (name: string) => ({
    id: `${name}-${index}-problem`,
    text: problems[`${name}-${index}`],
  });
  return (
    <fieldset className={styles.item}>
      <legend>{of === 1 ? 'Which cake?' : `Cake ${index + 1}`}</legend>
      <input type="hidden" name={`key-${index}`} value={item.key} />
      <div className={styles.cake}>
        <select
          name={`cake-${index}`}
          aria-label={of === 1 ? 'Cake' : `Cake ${index + 1}`}
          defaultValue={item.cake}
          aria-invalid={problem('cake').text !== undefined}
          aria-describedby={problem('cake').text && problem('cake').id}
        >
          <option value="">Choose a cake</option>
          {groups.map(({ slug, title }) => (
            <optgroup key={slug} label={title}>
              {cakes
                .filter(({ group }) => group === slug)
                .map(({ id, title: name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
        {!hasScripts && (
          <button type="submit" name="do" value="look" className={screen.action}>
            Show sizes
          </button>
        )}
      </div>
      <Problem {...problem('cake')} />
      {cake && (
        // Another cake has other sizes, none of them chosen.
        <div key={cake.id} className={styles.details}>
          <div className={styles.allergens}>
            <p>
              <strong>Read out:</strong> <Allergens of={cake.declared} />
            </p>
            {cake.notice && <p>{cake.notice}.</p>}
            <input type="hidden" name={`seen-${index}`} value={joinSeen(cake.declared.allergens)} />
            <input
              type="hidden"
              name={`traces-${index}`}
              value={joinSeen(cake.declared.mayContain)}
            />
            <Problem {...problem('allergens')} />
          </div>
          <fieldset className={styles.choices}>
            <legend>Size</legend>
            <div className={styles.options}>
              {cake.sizes.map(({ value, words, price }) => (
                <label key={value} className={styles.option}>
                  <input
                    type="radio"
                    name={`size-${index}`}
                    value={value}
                    defaultChecked={item.size === value || cake.sizes.length === 1}
                  />
                  <span>
                    {words} <small>{price}</small>
                  </span>
                </label>
              ))}
            </div>
            <Problem {...problem('size')} />
          </fieldset>
          {cake.takesMessage && (
            <Field
              label="Words on it"
              hint={`At most ${MESSAGE_MAX} characters. May be empty.`}
              name={`message-${index}`}
              defaultValue={item.message}
              problem={problem('message').text}
            />
          )}
        </div>
      )}
      {of > 1 && (
        <button
          type={hasScripts ? 'button' : 'submit'}
          name="do"
          value={`remove-${index}`}
          className={screen.quietButton}
          onClick={() => hasScripts && onRemove()}
        >
          Remove cake {index + 1}
        </button>
      )}
    </fieldset>
  );
}
