const WANTED = 24;

/** The scripts run on the Node that npm installed beside them, not on whatever the machine has. */
export function checkNodeVersion(): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= WANTED) return;
  console.error(
    `This needs Node ${WANTED}, but ${process.version} runs it. \`npm ci\` brings Node ${WANTED} along ` +
      'as an optional dependency: run it without `--omit=optional`, and start with `npm start`.',
  );
  process.exit(1);
}
