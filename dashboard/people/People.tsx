import { lazy } from 'react';
import { Route, Switch } from 'wouter';
import { Missing } from '../frame/Missing.tsx';
import { PeopleList } from './PeopleList.tsx';

const Add = lazy(() => import('./Add.tsx'));
const Import = lazy(() => import('./import/Import.tsx'));
const Person = lazy(() => import('./Person.tsx'));

export default function People() {
  return (
    <Switch>
      <Route path="/people" component={PeopleList} />
      <Route path="/people/add" component={Add} />
      <Route path="/people/import" component={Import} />
      <Route path="/people/:id">{({ id }) => <Person key={id} id={id} />}</Route>
      <Route component={Missing} />
    </Switch>
  );
}
