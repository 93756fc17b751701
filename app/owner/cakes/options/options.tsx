import { data, href, Link } from 'react-router';
import * as z from 'zod';
import { Version } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { DefaultButton } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { RowButtons } from '#app/ui/kit/row-button.tsx';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { useRows } from '#app/ui/kit/use-rows.ts';
import { CakeContent, type OptionGroupContent } from '#domain/catalogue/cake-content.ts';
import { formatPence } from '#domain/money.ts';
import { findCake, saveAndAnswer } from '../cake-form.ts';
import type { Route } from './+types/options';

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { cake, content, version } = await findCake(shop, params.cake);
  if (cake.kind !== 'cake') throw data(null, { status: 404 });
  const { entries } = (await shop.content()).catalogue;
  return {
    id: cake.id,
    title: content.title,
    version,
    groups: (content.options ?? []).map((group) => ({
      id: group.id,
      name: group.name,
      words: choicesInWords(group),
    })),
    others: entries.flatMap((other) =>
      other.cake.id === cake.id || other.archived
        ? []
        : (other.content.options ?? []).map((group) => ({
            copy: `${other.cake.id}.${group.id}`,
            name: group.name,
            of: other.content.title,
          })),
    ),
  };
}

function choicesInWords(group: OptionGroupContent): string {
  const choices = group.choices.map(({ name, price }) =>
    price > 0 ? `${name} ${formatPence(price)} extra` : name,
  );
  const [only] = group.choices;
  switch (group.kind) {
    case 'one':
      return `One of ${choices.join(', ')}`;
    case 'several':
      return `Up to ${group.most} of ${choices.join(', ')}`;
    case 'text': {
      const price = only && only.price > 0 ? `, ${formatPence(only.price)} extra` : '';
      return `A text of up to ${group.limit} ${group.limit === 1 ? 'letter' : 'letters'}${price}`;
    }
  }
}

const Form = z.object({ version: Version, group: z.array(z.string()) });

/** Saves the sequence of a cake's options, without those that were removed. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { version, group: ids } }) => {
    const id = args.params.cake;
    const { content: before } = await findCake(shop, id);
    const options = [...new Set(ids)].flatMap(
      (each) => before.options?.find((group) => group.id === each) ?? [],
    );
    const content = CakeContent.parse({
      ...before,
      options: options.length > 0 ? options : undefined,
    });
    return saveAndAnswer(shop, id, { content, version, by, isUndoable: true });
  });
}

const NEW = [
  { kind: 'one', title: 'One of several', example: 'the sponge' },
  { kind: 'several', title: 'Some of several', example: 'toppings' },
  { kind: 'text', title: 'A text', example: 'the number on a topper' },
];

/** The options of a cake: their sequence, and links to each. */
export default function CakeOptions({ loaderData }: Route.ComponentProps) {
  const { id, title, version, groups, others } = loaderData;
  const added = href('/owner/cakes/:cake/options/:option', { cake: id, option: 'new' });
  return (
    <Screen
      title={`Options of ${title}`}
      above={{ path: href('/owner/cakes/:cake', { cake: id }), title }}
      summary="What customers choose after the size."
    >
      {groups.length > 0 ? (
        <ActionForm
          to={href('/owner/cakes/:cake/options', { cake: id })}
          version={version}
          className={kit.form}
        >
          <DefaultButton />
          <Groups cake={id} groups={groups} />
          <Button type="submit">Save the sequence</Button>
        </ActionForm>
      ) : (
        <Notice kind="empty">No options yet: customers choose only a size.</Notice>
      )}
      <Section title="Add one">
        <Rows>
          {NEW.map(({ kind, title: name, example }) => (
            <Row key={kind} to={`${added}?kind=${kind}`}>
              <strong>{name}</strong>, such as {example}
            </Row>
          ))}
        </Rows>
      </Section>
      {others.length > 0 && (
        <Section title="Copy one from another cake">
          <Rows>
            {others.map(({ copy, name, of }) => (
              <Row key={copy} to={`${added}?${new URLSearchParams({ copy })}`}>
                <strong>{name}</strong> of {of}
              </Row>
            ))}
          </Rows>
        </Section>
      )}
    </Screen>
  );
}

interface GroupsProps {
  cake: string;
  groups: Route.ComponentProps['loaderData']['groups'];
}

function Groups({ cake, groups }: GroupsProps) {
  const { rows, button } = useRows(groups.length, ['group']);
  const { values = groups.map(({ id }) => id) } = useEntered('group');
  const shown = rows.flatMap(({ key, place }, row) => {
    const group = groups.find(({ id }) => id === values[place]);
    return group ? [{ key, row, ...group }] : [];
  });
  return (
    <ol className={kit.rows}>
      {shown.map(({ key, row, id, name, words }) => (
        <li key={key} className="entry">
          <Link to={href('/owner/cakes/:cake/options/:option', { cake, option: id })}>
            <strong>{name}</strong>
            <br />
            {words}
          </Link>
          <span className="cluster">
            <input type="hidden" name="group" value={id} />
            <RowButtons button={button} name={name} row={row} count={rows.length} canRemove />
          </span>
        </li>
      ))}
    </ol>
  );
}
