import { invitePerson } from './people.ts';
import {
  askForCode,
  findSession,
  firstRunToken,
  type SignInPorts,
  sessionLasts,
  setUpOwner,
  signInByCode,
  signInByLink,
} from './sign-in.ts';

/** The part of the shop that the people who work at the cafe sign in to. */
export function staffUseCases(ports: SignInPorts) {
  return {
    firstRunToken: () => firstRunToken(ports),
    setUpOwner: (typed: Parameters<typeof setUpOwner>[1], device: string) =>
      setUpOwner(ports, typed, device),
    askForCode: (email: string) => askForCode(ports, email),
    signInByCode: (token: string, typed: string, device: string) =>
      signInByCode(ports, token, typed, device),
    signInByLink: (token: string, device: string) => signInByLink(ports, token, device),
    findSession: (token: string) => findSession(ports, token),
    sessionLasts: (token: string) => sessionLasts(ports, token),
    invitePerson: (typed: Parameters<typeof invitePerson>[1]) => invitePerson(ports, typed),
    endSession: (id: string) => ports.staff.endSession(id),
  };
}
