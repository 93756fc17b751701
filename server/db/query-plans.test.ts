import { describe, expect, test } from 'vitest';
import { bothDatabases } from '#test/both-databases.ts';
import { explain, isFullScan } from '../../bench/growth/plans.ts';

describe.each(bothDatabases)('the queries on $name', ({ fresh }) => {
  test('of visitors, jobs and staff each have an index', async () => {
    const { where } = await fresh();
    // It reads a small table as a whole even if it has an index.
    const databaseUrl =
      where.databaseUrl && `${where.databaseUrl}&options=-c%20enable_seqscan%3Doff`;
    const plans = await explain({ ...where, databaseUrl });
    const scans = plans.flatMap(({ name, steps }) =>
      steps.filter(isFullScan).map((step) => `${name}: ${step}`),
    );
    expect(scans).toEqual([]);
    expect(plans.filter(({ steps }) => steps.length === 0)).toEqual([]);
  });
});
