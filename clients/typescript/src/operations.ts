// The operations of openapi.yaml as types: which paths a method has, what they take and what they answer.

import type { RequestOptions } from "./connection.js";
import type { paths } from "./openapi.js";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths that have a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = paths[P][M];

/** Whether all properties of T may be left out. */
type IsOptional<T> = Record<never, never> extends T ? true : false;

/** A property that may be left out if all of its own properties may. */
type Given<Name extends string, T> = [T] extends [never]
  ? { [_ in Name]?: never }
  : IsOptional<T> extends true
    ? { [_ in Name]?: T }
    : { [_ in Name]: T };

type ParametersOf<O, Place extends "path" | "query"> = O extends { parameters: infer Found }
  ? Place extends keyof Found
    ? Exclude<Found[Place], undefined>
    : never
  : never;

type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer Body } } }
  ? { body: Body }
  : O extends { requestBody?: { content: { "application/json": infer Body } } }
    ? { body?: Body }
    : { body?: never };

/** What a request to an operation takes. */
export type OptionsOf<P extends keyof paths, M extends Method> = Omit<RequestOptions, "path" | "query" | "body"> &
  Given<"path", ParametersOf<Operation<P, M>, "path">> &
  Given<"query", ParametersOf<Operation<P, M>, "query">> &
  BodyOf<Operation<P, M>>;

/** The arguments after the path; they may be left out if the operation requires none. */
export type Arguments<P extends keyof paths, M extends Method> =
  IsOptional<OptionsOf<P, M>> extends true ? [options?: OptionsOf<P, M>] : [options: OptionsOf<P, M>];

type Success = 200 | 201 | 202;

type ContentOf<R> = R extends { content: { "application/json": infer Body } } ? Body : never;

/** The body of an answer with one of the statuses `Success`; null where a status in `Empty` is declared. */
type BodiesOf<O, Empty extends number> = O extends { responses: infer R }
  ? { [S in keyof R & Success]: ContentOf<R[S]> }[keyof R & Success] | (keyof R & Empty extends never ? never : null)
  : never;

/** The body of an operation's answer; null where the answer may have none. */
export type DataOf<P extends keyof paths, M extends Method> = BodiesOf<Operation<P, M>, 204 | 304>;

/** The body of the answer to a request without `ifNoneMatch`: no 304. */
export type FreshDataOf<P extends keyof paths, M extends Method> = BodiesOf<Operation<P, M>, 204>;

/** The arguments of a request without `ifNoneMatch`. */
export type FreshArguments<P extends keyof paths, M extends Method> =
  IsOptional<OptionsOf<P, M>> extends true
    ? [options?: OptionsOf<P, M> & { ifNoneMatch?: never }]
    : [options: OptionsOf<P, M> & { ifNoneMatch?: never }];

/** The paths whose lists come in pages. */
export type PagedPath = {
  [P in PathOf<"get">]: FreshDataOf<P, "get"> extends { next: string | number | null } ? P : never;
}[PathOf<"get">];

/** The items of such a list: the one list of the page. */
export type ItemOf<P extends PagedPath> =
  FreshDataOf<P, "get"> extends infer Page
    ? { [Name in keyof Page]: Page[Name] extends (infer Item)[] ? Item : never }[keyof Page]
    : never;
